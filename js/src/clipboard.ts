/** The clipboard, where a page may be in a frame without https. */

/** The old way: it works from any click, also without https and in the frames of hosts. */
export function copy(page: Document, text: string): boolean {
  const put = (event: ClipboardEvent): void => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  page.addEventListener("copy", put, true); // heard where the focus is not, and only for this one copy
  const done = page.execCommand("copy");
  page.removeEventListener("copy", put, true);
  return done;
}
