// The conformance program of the Go client: see clients/README.md.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"strings"

	"couloir"
)

type wireCall struct {
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	API    string          `json:"api"`
	Path   string          `json:"path"`
}

// key is how gen_dispatch.go names the method.
func (c wireCall) key() string {
	api := c.API
	if api == "" {
		api, _, _ = strings.Cut(c.Method, ".")
	}
	return api + " " + c.Path + " " + c.Method
}

type line struct {
	wireCall
	ID    string     `json:"id"`
	Batch []wireCall `json:"batch"`
	listening
}

// outcome is the program's output for a call.
type outcome map[string]any

// call makes a typed call from params in JSON.
type call func(ctx context.Context, params json.RawMessage) (any, error)

// addition adds a typed call to a batch, and returns a function for its outcome.
type addition func(params json.RawMessage) (result func() (any, error), err error)

func with[P, R any](typed func(context.Context, P, ...couloir.Option) (R, error)) call {
	return func(ctx context.Context, text json.RawMessage) (any, error) {
		var params P
		if err := json.Unmarshal(text, &params); err != nil {
			return nil, err
		}
		return typed(ctx, params)
	}
}

func without[R any](typed func(context.Context, ...couloir.Option) (R, error)) call {
	return func(ctx context.Context, _ json.RawMessage) (any, error) { return typed(ctx) }
}

func withNothing[P any](typed func(context.Context, P, ...couloir.Option) error) call {
	return with(func(ctx context.Context, params P, options ...couloir.Option) (couloir.EmptyObject, error) {
		return couloir.EmptyObject{}, typed(ctx, params, options...)
	})
}

func withAdded[P, R any](typed func(P) *couloir.Pending[R]) addition {
	return func(text json.RawMessage) (func() (any, error), error) {
		var params P
		if err := json.Unmarshal(text, &params); err != nil {
			return nil, err
		}
		return resultOf(typed(params)), nil
	}
}

func withoutAdded[R any](typed func() *couloir.Pending[R]) addition {
	return func(json.RawMessage) (func() (any, error), error) { return resultOf(typed()), nil }
}

func resultOf[R any](pending *couloir.Pending[R]) func() (any, error) {
	return func() (any, error) { return pending.Result() }
}

type program struct {
	calls    map[string]call
	events   func(context.Context, couloir.EventsQuery, ...couloir.Option) *couloir.EventStream
	newBatch func() (map[string]addition, func(context.Context, ...couloir.Option) error)
}

func newProgram(url, profile string) program {
	if profile == "avalanchego" {
		client := couloir.NewAvalanchego(url)
		return program{ofAvalanchegoAPIs(client.AvalanchegoAPIs), client.Events, func() (map[string]addition, func(context.Context, ...couloir.Option) error) {
			batch := client.Batch()
			return ofAvalanchegoBatch(batch.AvalanchegoBatch), batch.Send
		}}
	}
	client := couloir.New(url)
	return program{ofAPIs(client.APIs), client.Events, func() (map[string]addition, func(context.Context, ...couloir.Option) error) {
		batch := client.Batch()
		return ofBatch(batch.Batch), batch.Send
	}}
}

func (p program) single(c wireCall) outcome {
	typed, found := p.calls[c.key()]
	if !found {
		return outcome{"failure": "no method " + c.key()}
	}
	return describe(typed(context.Background(), c.Params))
}

func (p program) batch(calls []wireCall) outcome {
	additions, send := p.newBatch()
	var results []func() (any, error)
	for _, c := range calls {
		typed, found := additions[c.key()]
		if !found {
			return outcome{"failure": "no method " + c.key()}
		}
		result, err := typed(c.Params)
		if err != nil {
			return outcome{"failure": err.Error()}
		}
		results = append(results, result)
	}
	if err := send(context.Background()); err != nil {
		return outcome{"failure": err.Error()}
	}
	described := []any{}
	for _, result := range results {
		described = append(described, describe(result()))
	}
	return outcome{"batch": described}
}

func describe(result any, err error) outcome {
	var failed *couloir.RPCError
	var invalid *couloir.TransportError
	switch {
	case err == nil:
		return outcome{"result": result}
	case errors.As(err, &failed):
		return outcome{"error": describeError(failed)}
	case errors.As(err, &invalid):
		return outcome{"failure": err.Error()}
	default:
		return outcome{"failure": "an error that is not of the client"}
	}
}

func describeError(failed *couloir.RPCError) outcome {
	var name any
	if failed.Name != "" {
		name = failed.Name
	}
	return map[string]any{
		"code": failed.Code, "message": failed.Message, "data": failed.Data,
		"name": name, "arguments": failed.Arguments, "text": failed.Error(),
	}
}

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(url, profile string) error {
	p := newProgram(url, profile)
	out := json.NewEncoder(os.Stdout)
	decoder := json.NewDecoder(os.Stdin)
	for decoder.More() {
		var own line
		if err := decoder.Decode(&own); err != nil {
			return err
		}
		for answer := range p.outcomesOf(own) {
			answer["id"] = own.ID
			if err := out.Encode(answer); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p program) outcomesOf(own line) iter.Seq[outcome] {
	return func(yield func(outcome) bool) {
		switch {
		case own.Events != nil:
			p.listen(own, yield)
		case own.Batch != nil:
			yield(p.batch(own.Batch))
		default:
			yield(p.single(own.wireCall))
		}
	}
}
