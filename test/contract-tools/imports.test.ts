import { expect, test } from "vitest";
import { withTidyImports } from "../../codegen/clients/python/tidy-imports.ts";
import { clientPackage } from "../../codegen/foreign/clients.ts";
import { serverPackage } from "../../codegen/foreign/server/package.ts";
import type { JsonObject } from "../../codegen/load/json.ts";

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

test.each([
  ["go", "gen_methods.go", '"encoding/json"'],
  ["typescript", "src/generated/methods.ts", "import type * as types"],
  ["server", "src/generated/handlers.ts", "import type * as types"],
])("%s: words of the document import nothing into %s", (language, path, line) => {
  const document: JsonObject = {
    openrpc: "1.3.2",
    info: { title: "Words", version: "1.0.0" },
    methods: [
      {
        name: "types.get",
        summary: "Returns what genesis.json. and types.json. have.",
        params: [],
        result: { name: "result", schema: { type: "string" } },
      },
    ],
  };
  const files =
    language === "server"
      ? serverPackage(document, new Map()).generated
      : clientPackage(document, language).files;
  const text = files.find((file) => file.path === path)?.text;
  expect(text).toContain("types.get");
  expect(text).not.toContain(line);
});
