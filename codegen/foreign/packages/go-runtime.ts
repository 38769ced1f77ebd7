import type { ClientFile } from "../../clients/language.ts";
import { adapt, runtimeFile } from "./package.ts";

/** The hand-written files of clients/go, for params by position and results of any form. */
export function goRuntime(): ClientFile[] {
  const file = (name: string) => ({ path: `${name}.go`, text: runtimeFile(`go/${name}.go`) });
  return [
    { path: "answer.go", text: answer() },
    file("batch"),
    { path: "call.go", text: call() },
    { path: "client.go", text: client() },
    file("errors"),
    { path: "integers.go", text: integers() },
    { path: "options.go", text: options() },
    file("limits"),
    file("param_check"),
    file("problem"),
    file("required"),
    file("transport"),
    file("union"),
    file("unreadable"),
    { path: "results.go", text: results },
    { path: "members.go", text: members },
    { path: "positions.go", text: positions },
  ];
}

function answer(): string {
  return adapt(runtimeFile("go/answer.go"), [
    ["	Result  *T              `json", "	Result  json.RawMessage `json"],
    ["	result, hasResult :=", "	_, hasResult :="],
    [
      '	default:\n		problem, _ = missing(text, result, reflect.ValueOf(a.Result), "", limits{})\n',
      "",
    ],
    ["that its error and its result lack no\n// member.", "that its error lacks no member."],
    [
      /\tif a\.Result == nil \{\n[\s\S]*?\n\t\}\n\treturn a\.Result, nil\n/g,
      `	if !m.nullable && string(a.Result) == "null" {
		return nil, invalidAnswer(m, &Problem{"", kindName(reflect.TypeFor[T]()), "null"})
	}
	return readResult[T](m, a.Result)
`,
    ],
  ]);
}

function call(): string {
  return adapt(runtimeFile("go/call.go"), [
    [
      "	errors     []ErrorName\n}",
      `	errors     []ErrorName
	// positions are the names of the params in order, if they are sent as a list.
	positions []string
	// onlyByPosition sends a param left out before a given one as null, not the params by name.
	onlyByPosition bool
	// nullable is whether the result can be null.
	nullable bool
	// decode reads a result that contains a union; nil for any other.
	decode func([]byte) (any, error)
}`,
    ],
    [
      '	body = append(body, `,"method":"`...)\n	body = append(body, m.name...)\n	body = append(body, \'"\')\n',
      `	name, err := json.Marshal(m.name)
	if err != nil {
		return nil, err
	}
	body = append(body, \`,"method":\`...)
	body = append(body, name...)
`,
    ],
    [
      '		body = append(body, `,"params":`...)',
      '		if text, err = m.arranged(text); err != nil {\n			return nil, err\n		}\n		body = append(body, `,"params":`...)',
    ],
  ]);
}

const results = `package couloir

import "reflect"

func readResult[T any](m *method, text []byte) (*T, error) {
	value := new(T)
	if m.decode == nil {
		if err := decodeInto(text, value); err != nil {
			return nil, unreadable(m, err)
		}
	} else {
		read, err := m.decode(text)
		if err != nil {
			return nil, unreadable(m, err)
		}
		if own, ok := read.(T); ok {
			*value = own
		}
	}
	if string(text) == "null" {
		return value, nil
	}
	if problem, _ := missing(text, skipSpace(text, 0), reflect.ValueOf(value).Elem(), "", limits{}); problem != nil {
		return nil, invalidAnswer(m, problem)
	}
	return value, nil
}

// decodeResult reads a result with a reader of unions.
func decodeResult[R, U any](decode func(R) (U, error)) func([]byte) (any, error) {
	return func(text []byte) (any, error) {
		var raw R
		if err := decodeInto(text, &raw); err != nil {
			return nil, err
		}
		return decode(raw)
	}
}

func decodeMap[R, U any](decode func(R) (U, error)) func(map[string]R) (map[string]U, error) {
	return func(members map[string]R) (map[string]U, error) {
		if members == nil {
			return nil, nil
		}
		forms := make(map[string]U, len(members))
		for name, member := range members {
			form, err := decode(member)
			if err != nil {
				return nil, at(name, err)
			}
			forms[name] = form
		}
		return forms, nil
	}
}
`;

const members = `package couloir

import (
	"encoding/json"
	"reflect"
)

// member is a member of an object whose name cannot be in a tag of a struct.
type member struct {
	name     string
	value    any
	required bool
}

// appendMembers writes an object and further members.
func appendMembers(object any, members []member) ([]byte, error) {
	text, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	text = text[:len(text)-1]
	for _, each := range members {
		if !each.required && (each.value == nil || reflect.ValueOf(each.value).IsZero()) {
			continue
		}
		name, err := json.Marshal(each.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(each.value)
		if err != nil {
			return nil, err
		}
		if len(text) > 1 {
			text = append(text, ',')
		}
		text = append(append(append(text, name...), ':'), value...)
	}
	return append(text, '}'), nil
}

// readMembers reads members of an object into the pointers that are their values.
func readMembers(data []byte, members []member) error {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	for _, each := range members {
		text, found := all[each.name]
		if !found {
			continue
		}
		if err := decodeInto(text, each.value); err != nil {
			return at(each.name, err)
		}
	}
	return nil
}
`;

const positions = `package couloir

import "encoding/json"

// arranged returns params as they are sent: by name, or as a list.
func (m *method) arranged(params []byte) ([]byte, error) {
	if len(m.positions) == 0 {
		return params, nil
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(params, &given); err != nil {
		return nil, err
	}
	names := m.positions
	for len(names) > 0 && given[names[len(names)-1]] == nil {
		names = names[:len(names)-1]
	}
	list := make([]json.RawMessage, len(names))
	for i, name := range names {
		list[i] = given[name]
		if list[i] != nil {
			continue
		}
		if !m.onlyByPosition {
			return params, nil
		}
		list[i] = json.RawMessage("null")
	}
	return json.Marshal(list)
}
`;

function client(): string {
  const text = runtimeFile("go/client.go");
  const start = text.indexOf("// AvalanchegoClient calls");
  const end = text.indexOf("func newCaller");
  return adapt(text.slice(0, start) + text.slice(end), [
    [
      `// Package couloir calls Couloir and AvalancheGo nodes: the info, health, P-chain, keystore and index APIs, and
// the two X-chain methods that wallets need.
`,
      "// Package couloir is a typed client.\n",
    ],
    [
      `// Client calls a node that follows the node interface specification, as Couloir does by default. It
// is safe for concurrent use.
`,
      "// Client calls the methods of the API. It is safe for concurrent use.\n",
    ],
    [
      `// New returns a client for the node at a URL, such as http://127.0.0.1:9650. It does not connect
// yet.
`,
      "// New returns a client of the server at a URL. It does not connect yet.\n",
    ],
    ["withoutAPIPath(url)", "url"],
  ]);
}

/** Integers are sent as numbers: only our own nodes read them as text. */
function integers(): string {
  return adapt(runtimeFile("go/integers.go"), [
    [
      "written as\n// decimal text, which every JSON parser reads exactly.\n",
      "written as\n// a number.\n",
    ],
    [
      `// MarshalJSON writes decimal text.
func (u Uint64) MarshalJSON() ([]byte, error) {
	text := make([]byte, 0, 22)
	text = append(text, '"')
	text = strconv.AppendUint(text, uint64(u), 10)
	return append(text, '"'), nil
}
`,
      `// MarshalJSON writes a number.
func (u Uint64) MarshalJSON() ([]byte, error) {
	return strconv.AppendUint(nil, uint64(u), 10), nil
}
`,
    ],
    [
      `// MarshalJSON writes decimal text.
func (i Int64) MarshalJSON() ([]byte, error) {
	return strconv.AppendQuote(nil, strconv.FormatInt(int64(i), 10)), nil
}
`,
      `// MarshalJSON writes a number.
func (i Int64) MarshalJSON() ([]byte, error) {
	return strconv.AppendInt(nil, int64(i), 10), nil
}
`,
    ],
  ]);
}

function options(): string {
  const text = adapt(runtimeFile("go/options.go"), [
    [/\/\/ WithIdleTimeout[\s\S]*?\n}\n\n/g, ""],
    [/\t+idleTimeout:? .*\n/g, ""],
  ]);
  // gofmt aligns the fields to the longest that is left, retryDelay.
  return text
    .replaceAll(
      /^\t(?!return)([a-z]\w+) +(?=\S+$)/gm,
      (_all, name: string) => `\t${name.padEnd(11)}`,
    )
    .replaceAll(/^\t\t([a-z]\w+:) +/gm, (_all, name: string) => `\t\t${name.padEnd(12)}`);
}
