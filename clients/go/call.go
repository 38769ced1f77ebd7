package couloir

import (
	"context"
	"encoding/json"
	"strconv"
	"sync/atomic"
)

// method is what a call needs to know about its method.
type method struct {
	name       string
	repeatable bool
	errors     []ErrorName
}

type caller struct {
	url      string
	settings settings
	lastID   atomic.Uint64
}

// call sends one call and reads its result.
func call[T any](
	ctx context.Context, c *caller, path string, m *method, params any, options []Option,
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
	var a answer[T]
	err = send(ctx, m.name, c.url+path, body, m.repeatable, s, func(text []byte) error {
		return readAnswer(m, text, &a)
	})
	if err != nil {
		return nil, err
	}
	if !a.isTo(id) {
		return nil, noAnswer(m)
	}
	return a.outcome(m, params)
}

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
	body = append(body, `{"jsonrpc":"2.0","id":`...)
	body = append(body, id...)
	body = append(body, `,"method":"`...)
	body = append(body, m.name...)
	body = append(body, '"')
	if params != nil {
		text, err := json.Marshal(params)
		if err != nil {
			return nil, err
		}
		body = append(body, `,"params":`...)
		body = append(body, text...)
	}
	return append(body, '}'), nil
}
