"""How parsed JSON becomes typed values and back, by the table of shapes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from ._forms import KINDS, Test, test_of
from ._generated.rules import INTEGERS_ARE_TEXT
from ._generated.shapes import SHAPES
from ._scalars import SCALARS, Read, wrong

Shape = Any
"""A kind, `#Name` of the table, a list, a map, a value or null, an object, or a union's forms."""
S = TypeVar("S", bound="Struct")
Write = Callable[[Any], Any]
Shapes = dict[str, Shape]
Members = list[tuple[str, Callable[[Any, Any], None], Read]]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A form of a union that this client does not know, such as a transaction of a newer node."""

    json: Any
    """The form as parsed JSON."""

    def to_json(self) -> Any:
        """Return the form as parsed JSON."""
        return self.json


class Struct:
    """An object with the members that the table has under the name of its class."""

    __slots__ = ()

    @classmethod
    def from_json(cls: type[S], value: Any) -> S:
        """Read a value from parsed JSON."""
        made: S = _named_reader(cls.__name__)(value, "")
        return made

    def to_json(self) -> dict[str, Any]:
        """Return the value as JSON."""
        written: dict[str, Any] = _struct_writer(type(self).__name__)(self)
        return written


def reader(shape: Shape) -> Read:
    """Return what reads values of a shape; it raises an exception that names the member."""
    if isinstance(shape, str):
        return _named_reader(shape[1:]) if shape.startswith("#") else SCALARS[shape]
    kind, *parts = shape
    if kind == "list":
        return _list_reader(reader(parts[0]))
    if kind == "map":
        return _map_reader(reader(parts[0]))
    if kind == "nullable":
        inner = reader(parts[0])
        return lambda value, name: None if value is None else inner(value, name)
    return _forms_reader(parts)


@cache
def _named_reader(name: str) -> Read:
    shape = SHAPES[name]
    return _struct_reader(name, *shape[1:]) if shape[0] == "object" else reader(shape)


def _struct_reader(name: str, required: Shapes, optional: Shapes) -> Read:
    made = _class_of(name)
    rows: tuple[Members, Members] | None = None

    def read(value: Any, name: str) -> Any:
        nonlocal rows
        if type(value) is not dict:
            raise wrong(value, name, "an object")
        if rows is None:
            # A shape can contain itself.
            rows = _members(made, required), _members(made, optional)
        # The constructor of a frozen dataclass takes longer.
        struct = object.__new__(made)
        for member, put, read in rows[0]:
            put(struct, read(value[member], member))
        for member, put, read in rows[1]:
            item = value.get(member)
            put(struct, None if item is None else read(item, member))
        return struct

    return read


def _class_of(name: str) -> Any:
    from ._generated import types

    return getattr(types, name)


def _members(struct: Any, shapes: Shapes) -> Members:
    fields = _fields(struct.__name__)
    return [
        (member, getattr(struct, fields[member]).__set__, reader(shape))
        for member, shape in shapes.items()
    ]


@cache
def _fields(name: str) -> dict[str, str]:
    """Return the names of a struct's fields by those of its members."""
    _, required, optional = SHAPES[name]
    names = (field.name for field in dataclasses.fields(_class_of(name)))
    return dict(zip((*required, *optional), names, strict=True))


def _list_reader(inner: Read) -> Read:
    def read(value: Any, name: str) -> Any:
        if type(value) is not list:
            raise wrong(value, name, "a list")
        return [inner(item, name) for item in value]

    return read


def _map_reader(inner: Read) -> Read:
    def read(value: Any, name: str) -> Any:
        if type(value) is not dict:
            raise wrong(value, name, "an object")
        return {key: inner(item, name) for key, item in value.items()}

    return read


def _forms_reader(forms: list[dict[str, Any]]) -> Read:
    expected = " or ".join(dict.fromkeys(KINDS[form["json"]][0] for form in forms))
    types = tuple(each for form in forms for each in KINDS[form["json"]][1])
    rows: list[tuple[Test, Read]] | None = None

    def read(value: Any, name: str) -> Any:
        nonlocal rows
        if rows is None:
            # A union can contain itself.
            rows = [
                (test_of(form, *_members_of(form["shape"])), reader(form["shape"]))
                for form in forms
            ]
        for test, read in rows:
            if test(value):
                return read(value, name)
        if type(value) in types:
            return Unknown(value)
        raise wrong(value, name, expected)

    return read


def _members_of(shape: Shape) -> tuple[Iterable[str], Iterable[str]]:
    """Return the names of the required and of the optional members of an object."""
    while isinstance(shape, str) and shape.startswith("#"):
        shape = SHAPES[shape[1:]]
    return shape[1:] if shape[0] == "object" else ((), ())


@cache
def params_writer(name: str) -> Write:
    """Return what converts params by name; it leaves out optional ones with the value None."""
    _, required, optional = SHAPES[name]
    writers = {param: writer(shape) for param, shape in (required | optional).items()}

    def written(name: str, value: Any) -> Any:
        write = writers[name]
        return value if value is None or write is None else write(value)

    return lambda params: {
        name: written(name, value)
        for name, value in params.items()
        if value is not None or name in required
    }


def writer(shape: Shape) -> Write | None:
    """Return what converts values of a shape to JSON, or None if they are JSON already."""
    if isinstance(shape, str):
        if shape.startswith("#"):
            named = SHAPES[shape[1:]]
            return _struct_to_json if named[0] == "object" else writer(named)
        return str if INTEGERS_ARE_TEXT and shape in ("uint64", "int64") else None
    kind, *parts = shape
    if kind == "forms":
        return encode
    inner = writer(parts[0])
    if kind == "list":
        return _listed if inner is None else lambda value: [inner(item) for item in value]
    if kind == "map":
        return dict if inner is None else lambda value: {k: inner(v) for k, v in value.items()}
    return None if inner is None else lambda value: None if value is None else inner(value)


def _struct_to_json(value: Struct) -> Any:
    return value.to_json()


@cache
def _struct_writer(name: str) -> Write:
    _, required, optional = SHAPES[name]
    fields = _fields(name)
    rows = [
        (member, fields[member], writer(shape), member in required)
        for member, shape in (required | optional).items()
    ]

    def write(value: Struct) -> dict[str, Any]:
        written = {}
        for member, field, write, is_required in rows:
            item = getattr(value, field)
            if item is not None:
                written[member] = item if write is None else write(item)
            elif is_required:
                written[member] = None
        return written

    return write


def _listed(value: Sequence[Any]) -> Any:
    """Return a list; a text stays one text, which the node rejects, although it is a sequence."""
    return value if isinstance(value, str) else list(value)


def encode(value: Any) -> Any:
    """Convert a form of a union to JSON; integers become what the server reads."""
    if value is None or isinstance(value, str | bool | float):
        return value
    if isinstance(value, int):
        return str(value) if INTEGERS_ARE_TEXT else value
    if isinstance(value, Mapping):
        return {key: encode(item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [encode(item) for item in value]
    return value.to_json()
