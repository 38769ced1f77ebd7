package couloir

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"sync/atomic"
)

// method is what a call needs to know about its method.
type method struct {
	name       string
	repeatable bool
	// notification is whether it is sent without an ID, because the server does not respond to it.
	notification bool
	errors       []ErrorName
	// nullable is whether the result can be null.
	nullable bool
	// arrange changes params to the form in which they are sent; nil sends them by name.
	arrange func(params []byte) ([]byte, error)
}

type caller struct {
	// url has no slash at the end. query is that of the base URL, with its question mark.
	url, query string
	settings   settings
	lastID     atomic.Uint64
}

func newCaller(url string, options []Option) *caller {
	path, _, _ := strings.Cut(url, "?")
	return &caller{
		url: strings.TrimRight(path, "/"), query: url[len(path):], settings: defaultSettings().with(options),
	}
}

// at returns the URL of a path, which comes before the query of the base URL.
func (c *caller) at(path string) string { return c.url + path + c.query }

// call sends one call and reads its result.
func call[T any](
	ctx context.Context, c *caller, path string, m *method, params any, options []Option,
) (*T, error) {
	return callAs(ctx, c, path, m, params, options, (*answer[T]).outcome)
}

// callAs is call for a result that is read in two steps: as R, and then by a function.
func callAs[R, T any](
	ctx context.Context, c *caller, path string, m *method, params any, options []Option, read reading[R, T],
) (*T, error) {
	id := strconv.FormatUint(c.lastID.Add(1), 10)
	body, err := appendRequest(nil, id, m, params)
	if err != nil {
		return nil, err
	}
	s := c.settings
	if len(options) > 0 {
		s = s.with(options)
	}
	var a answer[R]
	err = send(ctx, m.name, c.at(path), body, m.repeatable, s, func(text []byte) error {
		if m.notification {
			return nil
		}
		return readAnswer(m, text, &a)
	})
	if err != nil {
		return nil, err
	}
	if m.notification {
		return new(T), nil
	}
	if !a.isTo(id) {
		return nil, noAnswer(m)
	}
	return read(&a, m, params)
}

// reading returns the result of a response, or its error.
type reading[R, T any] func(a *answer[R], m *method, params any) (*T, error)

// callValue is call for a result that is not a struct.
func callValue[T any](
	ctx context.Context, c *caller, path string, m *method, params any, options []Option,
) (value T, err error) {
	result, err := call[T](ctx, c, path, m, params, options)
	if err != nil {
		return value, err
	}
	return *result, nil
}

// appendRequest writes a JSON-RPC request; params are nil for a method without params.
func appendRequest(body []byte, id string, m *method, params any) ([]byte, error) {
	body = append(body, `{"jsonrpc":"2.0"`...)
	if !m.notification {
		body = append(body, `,"id":`...)
		body = append(body, id...)
	}
	name, err := json.Marshal(m.name)
	if err != nil {
		return nil, err
	}
	body = append(body, `,"method":`...)
	body = append(body, name...)
	if params != nil {
		text, err := json.Marshal(params)
		if err == nil && m.arrange != nil {
			text, err = m.arrange(text)
		}
		if err != nil {
			return nil, err
		}
		body = append(body, `,"params":`...)
		body = append(body, text...)
	}
	return append(body, '}'), nil
}
