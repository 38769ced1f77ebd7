import type { ClientFile } from "../language.ts";
import { runtimeFile } from "../package/package.ts";
import { goSubscriptionRuntime } from "./subscriptions.ts";

const shared = [
  "answer",
  "batch",
  "call",
  "errors",
  "integers",
  "limits",
  "options",
  "param_check",
  "problem",
  "required",
  "transport",
  "union",
  "unreadable",
];

/** The files that are not generated: those of clients/go without events, and what our own documents do not need. */
export function goRuntime(packageName: string, hasStreams: boolean): ClientFile[] {
  const files = [
    ...shared.map((name) => ({ path: `${name}.go`, text: runtimeFile(`go/${name}.go`) })),
    {
      path: "client.go",
      text: `// Package ${packageName} is a typed client.\n${printClient(hasStreams)}`,
    },
    { path: "results.go", text: results },
    { path: "members.go", text: members },
    { path: "positions.go", text: positions },
    ...(hasStreams ? goSubscriptionRuntime() : [{ path: "stream_options.go", text: noStreams }]),
  ];
  return files.map(({ path, text }) => ({
    path,
    // Every file of a Go package names it.
    text: text.replace(/^package couloir$/m, `package ${packageName}`),
  }));
}

const noStreams = `package couloir

// streamSettings are none, because the document has no subscriptions.
type streamSettings struct{}

var defaultStreamSettings streamSettings
`;

function printClient(hasStreams: boolean): string {
  const fields = hasStreams
    ? `	// Subscriptions is what the server pushes, over WebSockets.
	Subscriptions *Subscriptions
	caller        *caller
`
    : "	caller *caller\n";
  return `package couloir

import "context"

// Client calls the methods of the API. It is safe for concurrent use.
type Client struct {
	APIs
${fields}}

// New returns a client of the server at a URL. It does not connect yet.
func New(url string, options ...Option) *Client {
	c := newCaller(url, options)
	return &Client{makeAPIs(c), ${hasStreams ? "&Subscriptions{c}, " : ""}c}
}

// Batch returns an empty batch. Add calls to it, send it, and then read the result of each call.
func (c *Client) Batch() *ClientBatch {
	b := &batch{caller: c.caller}
	return &ClientBatch{makeBatch(b), b}
}

// ClientBatch collects calls of a Client.
type ClientBatch struct {
	Batch
	batch *batch
}

// Send sends the calls, one request for each path. Each call's Result returns its outcome; the
// error is the first one that affected a whole request.
func (b *ClientBatch) Send(ctx context.Context, options ...Option) error {
	return b.batch.Send(ctx, options...)
}
`;
}

const results = `package couloir

import (
	"context"
	"reflect"
)

// callForms is callValue for a result with forms that Go's decoder cannot tell apart.
func callForms[R, U any](
	ctx context.Context, c *caller, path string, m *method, params any, options []Option, decode func(R) (U, error),
) (value U, err error) {
	result, err := callAs(ctx, c, path, m, params, options, forms(decode))
	if err != nil {
		return value, err
	}
	return *result, nil
}

// addForms is add for such a result.
func addForms[R, U any](b *batch, path string, m *method, params any, decode func(R) (U, error)) *Pending[U] {
	return addAs(b, path, m, params, forms(decode))
}

func forms[R, U any](decode func(R) (U, error)) reading[R, U] {
	return func(a *answer[R], m *method, params any) (*U, error) {
		raw, err := a.outcome(m, params)
		if err != nil {
			return nil, err
		}
		value, err := decode(*raw)
		if err != nil {
			return nil, unreadable(m, err)
		}
		if a.Result == nil {
			return &value, nil
		}
		if problem, _ := missing(a.resultText, 0, reflect.ValueOf(&value).Elem(), "", limits{}); problem != nil {
			return nil, invalidAnswer(m, problem)
		}
		return &value, nil
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

// byPosition arranges params as a list. If one before a given one is left out, it is sent as null, or else the params by name.
func byPosition(always bool, names ...string) func([]byte) ([]byte, error) {
	return func(params []byte) ([]byte, error) {
		var given map[string]json.RawMessage
		if err := json.Unmarshal(params, &given); err != nil {
			return nil, err
		}
		count := len(names)
		for count > 0 && given[names[count-1]] == nil {
			count--
		}
		list := make([]json.RawMessage, count)
		for i, name := range names[:count] {
			list[i] = given[name]
			if list[i] == nil && !always {
				return params, nil
			}
			if list[i] == nil {
				list[i] = json.RawMessage("null")
			}
		}
		return json.Marshal(list)
	}
}
`;
