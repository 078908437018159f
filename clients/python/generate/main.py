"""
Writes what is made from the documents in `openapi/`: models, requests, and the calls, async and sync. None of it is in
git; building the package does it, and `python generate/main.py` alone.
"""

import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from calls import write_calls
from document import read_document
from models import HEADER, write_models, write_names, write_requests
from sync import write_sync

ROOT = Path(__file__).resolve().parent.parent


def generate(root: Path = ROOT) -> None:
    """Writes all of it below `src/ats`."""
    package = root / "src" / "ats"
    documents = root / "openapi"
    if not (documents / "engine.json").exists():
        raise SystemExit(f"{documents} has no documents: npm run client:python writes them")
    engine, wallet, lab = (read_document(documents / name) for name in ("engine.json", "wallet.json", "lab.json"))
    for folder in (package / "generated", package / "_async" / "generated", package / "_sync"):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    for folder in (package / "generated", package / "_async" / "generated"):
        (folder / "__init__.py").write_text(HEADER, encoding="utf-8")
    made = package / "generated"
    # Those of the engine come first: it has the longer lists of words where both services have one.
    (made / "models.py").write_text(write_models([engine, wallet, lab]), encoding="utf-8")
    (made / "requests.py").write_text(write_requests([wallet, lab, engine]), encoding="utf-8")
    (made / "names.py").write_text(write_names([wallet, lab, engine]), encoding="utf-8")
    (made / "version.py").write_text(f'{HEADER}\nVERSION = "{engine.version}"\n', encoding="utf-8")
    (package / "_async" / "generated" / "calls.py").write_text(write_calls(engine, wallet, lab), encoding="utf-8")
    write_sync(package / "_async", package / "_sync")


if __name__ == "__main__":
    generate()
