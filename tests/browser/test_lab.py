"""The helper itself, on a widget that is as small as can be."""

import pytest

from tests.browser.lab import KERNELS, Notebook

ECHO = '''
import anywidget, ipykernel, traitlets

class Echo(anywidget.AnyWidget):
    _esm = """
    export default { render({ model, el }) {
      const show = () => { el.firstChild.textContent = "echo " + model.get("answer"); };
      el.append(document.createElement("button"));
      el.firstChild.onclick = () => { model.set("question", model.get("question") + 1); model.save_changes(); };
      model.on("change:answer", show); show();
    } };
    """
    question = traitlets.Int(0).tag(sync=True)
    answer = traitlets.Int(0).tag(sync=True)

    @traitlets.observe("question")
    def _reply(self, change):
        self.answer = change.new * 10

echo = Echo()
echo
'''


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_click_reaches_python_and_comes_back(notebook: Notebook, kernel: str) -> None:
    notebook.open([ECHO, "print(ipykernel.__version__, 'answer', echo.answer)"], kernel)
    notebook.run_and_wait(0)
    notebook.page.get_by_role("button", name="echo 0").click()
    notebook.page.get_by_role("button", name="echo 10").wait_for()
    version, _, answer = notebook.run_and_wait(1).split()
    assert answer == "10"
    assert kernel == "python3" or version.startswith(kernel.removeprefix("ipykernel-"))


def test_a_running_cell_can_be_left_running_and_interrupted(notebook: Notebook) -> None:
    notebook.open(["print('before', flush=True)\nimport time\ntime.sleep(60)"])
    notebook.run(0)
    notebook.wait_output(0, "before")
    notebook.interrupt()
    notebook.wait_output(0, "KeyboardInterrupt")


def test_a_restarted_kernel_has_forgotten(notebook: Notebook) -> None:
    notebook.open(["x = 1", "print('x' in globals())"])
    notebook.run_all()
    assert notebook.output(1) == "True"
    notebook.restart()
    assert notebook.run_and_wait(1) == "False"
