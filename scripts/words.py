"""Bring the message catalogues up to date: every language gets the messages of its template, in one order and form.

`make words` does it and says what is left to do, `make words language=fr` begins French. docs/words.md tells more.
"""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from hexwidgets.catalogues import SOURCE, fields

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "hexwidgets"
COMPLETE = ("ja",)
"""Languages besides English in which nothing may be missing."""

_HEADER = """\
# {title}
msgid ""
msgstr ""
"Project-Id-Version: hexwidgets\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals};\\n"

"""


# -- the files -------------------------------------------------------------------------------------


def templates(package: Path = PACKAGE) -> list[Path]:
    """The templates of all catalogues."""
    return sorted(package.rglob("messages.pot"))


def known(package: Path = PACKAGE) -> list[str]:
    """The languages that have a file somewhere, without English."""
    return sorted({file.stem for template in templates(package) for file in template.parent.glob("*.po")})


def read(file: Path, language: str) -> Catalog:
    """A PO file, or where there is none an empty one with the plural forms of the language."""
    if file.exists():
        with file.open("rb") as opened:
            return read_po(opened, abort_invalid=True)
    try:
        return Catalog(locale=Locale.parse(language, sep="-" if "-" in language else "_"))
    except (UnknownLocaleError, ValueError) as error:
        raise SystemExit(f"words: {language!r} is no language that Babel knows: {error}") from error


def by_key(catalog: Catalog) -> dict[str, Message]:
    """The messages without the header."""
    return {message.context: message for message in catalog if message.id}


def merged(template: Catalog, old: Catalog) -> Catalog:
    """A language with the messages of its template, in its order.

    A translation is found by its key, and where the English text has changed it is marked as fuzzy.
    """
    out = Catalog()
    out.mime_headers = [("Plural-Forms", old.plural_forms)]
    found = by_key(old)
    for key, message in by_key(template).items():
        was = found.get(key, Message(message.id, context=key))
        forms = [*_texts(was.string), *[""] * old.num_plurals][: old.num_plurals]
        string = tuple(forms) if message.pluralizable else forms[-1 if was.pluralizable else 0]
        flags = set(was.flags) - {"python-brace-format"}
        if was.id != message.id and any(forms):
            flags.add("fuzzy")
        own = [note for note in was.user_comments if not note.startswith("|")]  # what other tools kept of older texts
        out[message.id] = Message(message.id, string, (), flags, message.auto_comments, own, context=key)
    return out


def written(catalog: Catalog, language: str) -> str:
    """A catalogue as a PO file, without wrapped lines, dates and places, which would make every change a large one."""
    for message in catalog:
        message.flags.discard("python-format")  # a percent sign is one here
    out = io.BytesIO()
    write_po(out, catalog, width=0, no_location=True, omit_header=True, ignore_obsolete=True)
    title = "The English texts." if language == SOURCE else f"Translations of messages.pot, language {language}."
    plurals = f"nplurals={catalog.num_plurals}; plural={catalog.plural_expr}"
    header = _HEADER.format(title=f"{title} docs/words.md tells how they are kept.", language=language, plurals=plurals)
    return f"{header}{out.getvalue().decode('utf-8').rstrip()}\n"


def wanted(package: Path = PACKAGE, begin: str = "") -> dict[Path, str]:
    """Every template and PO file as it should be."""
    out = {}
    for path in templates(package):
        template = read(path, SOURCE)
        out[path] = written(template, SOURCE)
        for language in sorted({*known(package), *([begin] if begin else [])}):
            file = path.with_name(f"{language}.po")
            out[file] = written(merged(template, read(file, language)), language)
    return out


# -- what is wrong ---------------------------------------------------------------------------------


def faults(package: Path = PACKAGE) -> list[str]:
    """What is wrong, a line each: what the code says and no template has, and what translations lack or change."""
    keys: dict[str, set[str]] = {}
    out = []
    for path in templates(package):
        template = by_key(read(path, SOURCE))
        keys[".".join((package.name, *path.parent.relative_to(package).parts))] = set(template)
        out += [f"{path.relative_to(package)}: {fault}" for key in template for fault in _miscounted(template[key])]
        for language in sorted({*known(package), *COMPLETE}):
            file = path.with_name(f"{language}.po")
            own = by_key(read(file, language))
            told = [f"{key} is not translated" for key in template if language in COMPLETE and not _done(own.get(key))]
            for key in own.keys() & template.keys():
                if _done(own[key]) and own[key].id == template[key].id and not _fits(own[key]):
                    told.append(f"{key} has other fields than the English text")
            out += [f"{file.relative_to(package)}: {fault}" for fault in told]
    for file, line, catalogue, pattern in said(package):
        if catalogue in keys and not any(re.fullmatch(pattern, key) for key in keys[catalogue]):
            out.append(f"{file.relative_to(package)}, line {line}: {catalogue} has no message {pattern!r}")
    return out


def _texts(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def _done(message: Message | None) -> bool:
    return message is not None and all(_texts(message.string)) and not message.fuzzy


def _counted(message: Message) -> list[str]:
    """The field that chooses among the plural forms."""
    return [note.removeprefix("count: ") for note in message.auto_comments if note.startswith("count: ")]


def _miscounted(message: Message) -> Iterator[str]:
    counted, names = _counted(message), {name for name, _ in fields(*_texts(message.id))}
    if len(counted) != message.pluralizable or not names >= set(counted):
        yield f"{message.context}: a message has '#. count: ' and one of its fields if it has a plural, else not"


def _fits(message: Message) -> bool:
    """A translation has the fields of the English text; a form may leave out the one that chose it."""
    every = fields(*_texts(message.id))
    needed = {(name, table) for name, table in every if name not in _counted(message)}
    return all(needed <= fields(form) <= every for form in _texts(message.string))


# -- what the code says ----------------------------------------------------------------------------

_ENGINE = "hexwidgets.engine.catalogue"
_STATEMENTS = ("Event", "Fault", "Statement", "DataFault")  # (rule, key, facts, words); without words the engine's
_SAYING = ("say", "say_or", "template")


def said(package: Path = PACKAGE) -> Iterator[tuple[Path, int, str, str]]:
    """Each message that the code says: file, line, catalogue, and its key as a pattern, since parts may be computed."""
    modules = {file: ast.parse(file.read_text("utf-8")) for file in sorted(package.rglob("*.py"))}
    for file, module in modules.items():
        words = _words(file, modules)
        helpers: dict[str, tuple[str, str, ast.expr]] = {}  # functions that say what they are given
        others = []
        for call, function in _calls(module):
            if (found := _saying(call, words)) is None:
                others.append(call)
                continue
            catalogue, key = found
            yield from ((file, call.lineno, catalogue, pattern) for pattern in _patterns(key))
            names = [argument.arg for argument in function.args.args if argument.arg != "self"] if function else []
            if names and names[0] in {node.id for node in ast.walk(key) if isinstance(node, ast.Name)}:
                helpers[function.name] = catalogue, names[0], key
        for call in others:
            catalogue, name, key = helpers.get(_own(call.func), ("", "", call))
            for value in _patterns(call.args[0]) if name else ():
                yield from ((file, call.lineno, catalogue, pattern) for pattern in _patterns(key, {name: value}))


def _calls(node: ast.AST, function: Any = None) -> Iterator[tuple[ast.Call, Any]]:
    """The calls with arguments in a module, each with the function that it is in."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and child.args:
            yield child, function
        yield from _calls(child, child if isinstance(child, ast.FunctionDef) else function)


def _words(file: Path, modules: dict[Path, ast.Module]) -> dict[str, str]:
    """The catalogues that a module knows, by their names there."""
    out = {}
    for node in modules[file].body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and _name(node.value.func) == "Words":
            if isinstance(node.value.args[0], ast.Constant):
                out |= {_name(target): str(node.value.args[0].value) for target in node.targets}
        elif isinstance(node, ast.ImportFrom) and node.level:
            source = file.parents[node.level - 1].joinpath(*(node.module or "").split(".")).with_suffix(".py")
            constants = [name for name in node.names if name.name.isupper()]
            if constants and source in modules:
                theirs = _words(source, modules)
                out |= {name.asname or name.name: theirs[name.name] for name in constants if name.name in theirs}
    return out


def _saying(node: ast.Call, words: dict[str, str]) -> tuple[str, ast.expr] | None:
    """The catalogue and the key of a call that says something."""
    if isinstance(node.func, ast.Attribute) and node.func.attr in _SAYING and _name(node.func.value) in words:
        return words[_name(node.func.value)], node.args[0]
    if _name(node.func) in _STATEMENTS and len(node.args) > 1:
        name = _name(node.args[3]) if len(node.args) > 3 else ""
        if not name or name in words:
            return words.get(name, _ENGINE), node.args[1]
    return None


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _own(node: ast.AST) -> str:
    """The name of a function, or of a method of the class that calls it."""
    return "" if isinstance(node, ast.Attribute) and _name(node.value) != "self" else _name(node)


def _patterns(node: ast.AST, known: dict[str, str] | None = None) -> list[str]:
    """What a key may be, as patterns; ``known`` are the patterns of names in it."""
    if isinstance(node, ast.Constant):
        return [re.escape(str(node.value))]
    if isinstance(node, ast.IfExp):
        return [*_patterns(node.body, known), *_patterns(node.orelse, known)]
    if isinstance(node, ast.JoinedStr):
        return ["".join((_patterns(part, known) or [".+"])[0] for part in node.values)]
    if isinstance(node, ast.FormattedValue):
        return _patterns(node.value, known)
    return [known[node.id]] if known and isinstance(node, ast.Name) and node.id in known else []


def left(package: Path = PACKAGE) -> Iterator[str]:
    """Of each language, how many messages there are, are not translated, and are in doubt."""
    for language in known(package):
        files = (path.with_name(f"{language}.po") for path in templates(package))
        rows = [message for file in files for message in by_key(read(file, language)).values()]
        fuzzy, open_ = sum(row.fuzzy for row in rows), sum(not all(_texts(row.string)) for row in rows)
        yield f"{language}: {len(rows)} messages, {open_} not translated, {fuzzy} in doubt (fuzzy)"


def main(begin: str = "") -> None:
    """Write what differs, and tell what is left to do."""
    for file, text in wanted(begin=begin).items():
        if not file.exists() or file.read_text("utf-8") != text:
            print(f"words: writing {file.relative_to(ROOT)}")
            file.write_text(text, "utf-8")
    for line in left():
        print(f"words: {line}")
    if found := faults():
        raise SystemExit("\n".join(found))


if __name__ == "__main__":
    main(*sys.argv[1:2])
