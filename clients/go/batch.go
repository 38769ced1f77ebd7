package couloir

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
)

// Pending is a call of a batch that is not sent yet, or how it ended.
type Pending[T any] struct {
	result *T
	err    error
}

var errNotSent = errors.New("the batch has not been sent")

// Result returns the result or the error of the call after its batch has been sent.
func (p *Pending[T]) Result() (*T, error) { return p.result, p.err }

type batch struct {
	caller *caller
	groups []*group
}

// group has the calls of a batch that go to one path.
type group struct {
	path       string
	body       []byte
	calls      map[string]pendingCall
	repeatable bool
	// answered is whether it has calls that are not notifications.
	answered bool
}

type pendingCall struct {
	// settle reads the response.
	settle func(json.RawMessage)
	// fail ends the call without a response.
	fail func(error)
}

func add[T any](b *batch, path string, m *method, params any) *Pending[T] {
	return addAs(b, path, m, params, (*answer[T]).outcome)
}

// addAs is add for a result that is read in two steps.
func addAs[R, T any](b *batch, path string, m *method, params any, read reading[R, T]) *Pending[T] {
	pending := &Pending[T]{err: errNotSent}
	id := strconv.FormatUint(b.caller.lastID.Add(1), 10)
	own := b.group(path)
	separator := byte(',')
	if own.body == nil {
		separator = '['
	}
	body, err := appendRequest(append(own.body, separator), id, m, params)
	if err != nil {
		pending.err = err
		return pending
	}
	own.body = body
	own.repeatable = own.repeatable && m.repeatable
	own.answered = own.answered || !m.notification
	own.calls[id] = pendingCall{
		settle: func(text json.RawMessage) {
			var a answer[R]
			if pending.err = readAnswer(m, text, &a); pending.err == nil {
				pending.result, pending.err = read(&a, m, params)
			}
		},
		fail: func(err error) {
			if err == nil && m.notification {
				pending.result, pending.err = new(T), nil
				return
			}
			if err == nil {
				err = invalidResponse(m, "the batch has no response to it")
			}
			pending.err = err
		},
	}
	return pending
}

func (b *batch) group(path string) *group {
	for _, each := range b.groups {
		if each.path == path {
			return each
		}
	}
	own := &group{path: path, calls: map[string]pendingCall{}, repeatable: true}
	b.groups = append(b.groups, own)
	return own
}

// Send sends the calls concurrently, one request for each path. Each call's Result returns its
// outcome; the error is the first one that affected a whole request.
func (b *batch) Send(ctx context.Context, options ...Option) error {
	s := b.caller.settings.with(options)
	failures := make(chan error, len(b.groups))
	for _, each := range b.groups {
		go func() { failures <- b.sendGroup(ctx, each, s) }()
	}
	var first error
	for range b.groups {
		if err := <-failures; err != nil && first == nil {
			first = err
		}
	}
	b.groups = nil
	return first
}

func (b *batch) sendGroup(ctx context.Context, g *group, s settings) error {
	var answers []json.RawMessage
	err := send(ctx, "batch", b.caller.at(g.path), append(g.body, ']'), g.repeatable, s, func(text []byte) error {
		if !g.answered {
			return nil
		}
		if kindOf(text) == objectKind {
			return refusedBatch(text)
		}
		if err := json.Unmarshal(text, &answers); err != nil {
			return &TransportError{Reason: ReasonResponse, Message: "batch response is not an array", Err: err}
		}
		if answers == nil {
			return responseError("batch response is not an array")
		}
		return nil
	})
	byID := map[string]json.RawMessage{}
	if err == nil {
		byID, err = g.byID(answers)
	}
	for id, call := range g.calls {
		if text, found := byID[id]; found && err == nil {
			call.settle(text)
		} else {
			call.fail(err)
		}
	}
	return err
}

// byID returns the responses by the ID of their call. It is an error if an ID is unknown or
// occurs twice.
func (g *group) byID(answers []json.RawMessage) (map[string]json.RawMessage, error) {
	found := map[string]json.RawMessage{}
	for _, text := range answers {
		members := shapeOf(text).members
		id := string(members["id"])
		if id == "null" && kindOf(members["error"]) != nullKind {
			// The node did not find the ID of the call.
			continue
		}
		if _, isCall := g.calls[id]; !isCall {
			return nil, responseError("batch response has an unknown ID")
		}
		if _, isSecond := found[id]; isSecond {
			return nil, responseError("batch response repeats an ID")
		}
		found[id] = text
	}
	return found, nil
}

// refusedBatch is the response of a node that rejects the whole batch.
func refusedBatch(text []byte) error {
	whole := &method{name: "a batch"}
	var a answer[json.RawMessage]
	if err := readAnswer(whole, text, &a); err != nil {
		return err
	}
	if a.Error != nil && string(a.ID) == "null" {
		return newRPCError(whole, a.Error, nil)
	}
	return responseError("batch response is not an array")
}
