"""Makes the sync modules of the async ones, token by token: names without `Async`, and nothing to wait for."""

import io
import re
import tokenize
from pathlib import Path

_NAMES = {
    "__aenter__": "__enter__",
    "__aexit__": "__exit__",
    "__aiter__": "__iter__",
    "__anext__": "__next__",
    "aclose": "close",
    "aiter_bytes": "iter_bytes",
    "aiter_text": "iter_text",
    "anext": "next",
    "asynccontextmanager": "contextmanager",
    "aread": "read",
    "StopAsyncIteration": "StopIteration",
    "async_runtime": "sync_runtime",
    "_async": "_sync",
    "async_demo": "demo",
    "async_lab_run": "lab_run",
}
_DROPPED = ("async", "await")


def write_sync(source: Path, target: Path) -> None:
    """Writes each module of `source`, made sync, to the same place in `target`."""
    for path in sorted(source.rglob("*.py")):
        made = target / path.relative_to(source)
        made.parent.mkdir(parents=True, exist_ok=True)
        made.write_text(to_sync(path.read_text(encoding="utf-8")), encoding="utf-8")


def to_sync(text: str) -> str:
    """One module, made sync. Its lines stay where they are."""
    text = re.sub(r"\bAwaitable\[([\w.]+)\]", r"\1", text).replace("import Awaitable, ", "import ")
    lines = text.splitlines(True)
    changes: list[tuple[int, int, int, str]] = []
    longer: set[int] = set()  # lines of texts over several
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    for token in tokens:
        (row, start), (end_row, end) = token.start, token.end
        if token.type == tokenize.NAME and token.string in _DROPPED:
            line = lines[row - 1]
            changes.append((row, start, end + (len(line[end:]) - len(line[end:].lstrip(" "))), ""))
        elif token.type == tokenize.NAME and _name(token.string) != token.string:
            changes.append((row, start, end, _name(token.string)))
        elif token.type == tokenize.STRING and row == end_row and _words(token.string) != token.string:
            changes.append((row, start, end, _words(token.string)))
        elif token.type == tokenize.STRING:
            longer |= set(range(row, end_row + 1))
    for row, start, end, new in sorted(changes, reverse=True):
        line = lines[row - 1]
        lines[row - 1] = f"{line[:start]}{new}{line[end:]}"
    return "".join(_words(line) if row in longer else line for row, line in enumerate(lines, 1))


def _name(name: str) -> str:
    return _NAMES.get(name) or re.sub(r"^(_?)Async(?=[A-Z])", r"\1", name)


def _words(text: str) -> str:
    """A text: names in it, and what a sync program would write."""
    made = re.sub(r"\bAsync(?=[A-Z])", "", text)
    return made.replace("async for", "for").replace("async with", "with").replace("await ", "")
