import { expect, test } from "vitest";
import { withTidyImports } from "../../codegen/clients/python/tidy-imports.ts";

const head = '"""Types."""\n\nfrom __future__ import annotations\n\n';

test("imports that nothing uses are left out, and the others are in ruff's order", () => {
  const written = `${head}from collections.abc import Mapping, Sequence
from typing import Any, Literal

from .._codec import (
    Unknown,
    encode,
    has,
)
from .._caller import CallOptions, Caller
from . import errors

__all__ = [
    "B",
    "A10",
    "A9",
    "A1",
    "A0",
    "A02",
    "aB",
    "AB",
    "CONSTANT",
]


class A9(Caller):
    """Has errors, Sequence and encode."""

    options: "CallOptions | Unknown"
    has: bool
    own: Any = self.has
    both: Any = (encode, "has it", errors=())
`;
  expect(withTidyImports(written)).toBe(`${head}from typing import Any

from .._caller import Caller, CallOptions
from .._codec import Unknown, encode

__all__ = [
    "A0",
    "A02",
    "A1",
    "A9",
    "A10",
    "AB",
    "CONSTANT",
    "B",
    "aB",
]


class A9(Caller):
    """Has errors, Sequence and encode."""

    options: "CallOptions | Unknown"
    has: bool
    own: Any = self.has
    both: Any = (encode, "has it", errors=())
`);
});

test("a module without imports of its own keeps one line before its values", () => {
  const written = `${head}from typing import Any, Final\n\n\nRULES: Final = 1\n`;
  expect(withTidyImports(written)).toBe(`${head}from typing import Final\n\nRULES: Final = 1\n`);
});
