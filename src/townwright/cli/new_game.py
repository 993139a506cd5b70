"""townwright new-game: a small complete game for you to change into yours."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

import click

import townwright as tw
from townwright.engine.cache import ENGINE

TITLE, PACKAGE = "Market Street", "townwright.template.game"  # of the template


@click.command()
@click.argument("name")
def command(name: str) -> None:
    """Write a small complete game called NAME (such as river-town) into this project.

    It works at once in the terminal, in simulations and in the browser. Change it into your game; docs/adding-a-game.md
    explains every file.
    """
    if not re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or len(name) > 40:
        raise tw.BadCall(
            f"the name of a game has only small letters, digits and hyphens, such as river-town; {name!r} does not fit"
        )
    package = Path(tw.__file__).parent
    project = package.parents[1]
    if not (project / "docs" / "rules").is_dir() or not (project / "tests" / "games").is_dir():
        raise tw.BadCall("new-game writes into the sources of Townwright, so it needs a clone of the project")
    if name in tw.games.names():
        raise tw.BadCall(f"there is a game {name!r} already")
    folder = name.replace("-", "_")
    if keyword.iskeyword(folder) or hasattr(tw.games, folder) or folder == ENGINE:
        raise tw.BadCall(f"Python or this project already uses the name {folder!r}; choose another")
    template = package / "template"
    copies = {
        path: package / "games" / folder / path.name for path in sorted((template / "game").iterdir()) if path.is_file()
    }
    copies[template / "audit.py"] = project / "tests" / "games" / folder / "audit.py"
    copies[template / "rules.md"] = project / "docs" / "rules" / f"{name}.md"
    copies[template / "rules.it.md"] = project / "docs" / "rules" / "it" / f"{name}.md"
    for target in copies.values():
        if target.exists():
            raise tw.BadCall(f"{target.relative_to(project)} exists already")
    title = name.replace("-", " ").title()
    for source, target in copies.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text(encoding="utf-8").replace(PACKAGE, f"townwright.games.{folder}").replace(TITLE, title)
        target.write_text(text, encoding="utf-8")
        click.echo(target.relative_to(project))
    commands = {
        f"townwright play {name}": "plays it in the terminal",
        f"make golden GAME={name}": "records whole games, which the tests then replay",
        f"make test GAME={name}": "tests it",
    }
    width = max(map(len, commands))
    click.echo("\n" + "\n".join(f"{command:{width}}  {purpose}" for command, purpose in commands.items()))
