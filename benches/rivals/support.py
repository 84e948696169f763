"""Shared code of the commands in this directory: installing libraries in a scratch directory, and Markdown tables."""

import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
BENCHES = HERE.parent


def install_javascript(scratch, manifest="package.json"):
    """Installs the libraries of a manifest."""
    (scratch / "package.json").write_bytes((HERE / manifest).read_bytes())
    run(["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=scratch)


def install_python(scratch, requirements="requirements.txt"):
    """Installs the libraries of a list, and returns the path of the interpreter that sees them."""
    if not (scratch / "venv").exists():
        run([sys.executable, "-m", "venv", scratch / "venv"])
    run([scratch / "venv/bin/pip", "install", "--quiet", "-r", HERE / requirements])
    return scratch / "venv/bin/python"


def build_rust(binary):
    """Builds a binary of the benchmarks, and returns its path."""
    cargo = ["cargo", "build", "--release", "--locked", "--bin", binary, "--message-format=json"]
    messages = run([*cargo, "--manifest-path", BENCHES / "Cargo.toml"]).splitlines()
    built = (json.loads(line) for line in messages)
    return next(message["executable"] for message in built if message.get("executable"))


def markdown(head, rows):
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def run(command, **options):
    """Runs a command and returns its output."""
    command = [os.fspath(part) for part in command]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"`{' '.join(command)}` failed ({done.returncode})")
    return done.stdout
