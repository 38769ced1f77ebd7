package couloir

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

const (
	reconnectDelayMost = 30 * time.Second
	waitingMost        = 10_000
)

// subscriptionInfo is what a subscription needs to know about its methods.
type subscriptionInfo struct {
	method *method
	// fixed are the params that choose what is subscribed to, as JSON.
	fixed                   map[string]string
	idMember, payloadMember string
	// end is the method that ends the subscription, and endParam its param with the ID.
	end      *method
	endParam string
}

// Subscription is what the server pushes. A broken connection is opened again. The context that began it, or Close, ends it.
type Subscription[T any] struct {
	items  chan T
	cancel context.CancelFunc
	caller context.Context
	err    error
	pushed map[string]func([]byte) (T, error)
}

// Items returns the channel of what the server pushes. It is closed when the subscription is over; Err then says why. At
// most 10,000 items wait to be read: more end the subscription.
func (s *Subscription[T]) Items() <-chan T { return s.items }

// Err returns why the subscription is over, once the channel is closed: the context's error, a *TransportError or an
// *RPCError; nil after Close.
func (s *Subscription[T]) Err() error { return s.err }

// Close ends the subscription, and waits until the server knows it.
func (s *Subscription[T]) Close() {
	s.cancel()
	for range s.items {
		continue
	}
}

// subscribe returns when the server has accepted the subscription. Its error is that of the server or of the connection.
func subscribe[T any](
	ctx context.Context, c *caller, info *subscriptionInfo, params any, options []Option,
	pushed map[string]func([]byte) (T, error),
) (*Subscription[T], error) {
	own, cancel := context.WithCancel(ctx)
	o := opener{info: info, settings: c.settings.with(options), params: fixedParams{info.fixed, params}}
	o.url = c.at("")
	if url := o.settings.streams.webSocketURL; url != "" {
		o.url = url
	}
	open, err := o.open(own)
	if err != nil {
		cancel()
		return nil, err
	}
	s := &Subscription[T]{items: make(chan T, waitingMost), cancel: cancel, caller: ctx, pushed: pushed}
	go s.run(own, &o, open)
	return s, nil
}

// run reads connections until the subscription is over.
func (s *Subscription[T]) run(ctx context.Context, o *opener, open *connection) {
	defer close(s.items)
	defer s.cancel()
	for {
		err := s.read(ctx, o, open)
		if ctx.Err() == nil && isBroken(err) {
			var failed error
			if open, failed = o.reopen(ctx); failed == nil {
				if called := o.settings.streams.onReconnect; called != nil {
					called(err)
				}
				continue
			}
			err = failed
		}
		switch {
		case s.caller.Err() != nil:
			s.err = s.caller.Err()
		case ctx.Err() == nil:
			s.err = err
		}
		return
	}
}

// read passes on what one connection brings, until it ends.
func (s *Subscription[T]) read(ctx context.Context, o *opener, open *connection) error {
	stop := context.AfterFunc(ctx, open.end)
	defer func() {
		if stop() {
			open.end()
		}
	}()
	alive, fail := context.WithCancelCause(context.Background())
	defer fail(nil)
	go open.keepAlive(alive, fail)
	for {
		for _, message := range open.takeWaiting() {
			if err := s.take(o, open, message); err != nil {
				return err
			}
		}
		if err := open.receive(alive); err != nil {
			return err
		}
	}
}

func (s *Subscription[T]) take(o *opener, open *connection, message message) error {
	decode, isOwn := s.pushed[message.Method]
	var params map[string]json.RawMessage
	// The params of another stream can be a list.
	if !isOwn || json.Unmarshal(message.Params, &params) != nil || idText(params[o.info.idMember]) != idText(open.id) {
		return nil
	}
	payload, found := params[o.info.payloadMember]
	if !found {
		problem := &Problem{o.info.payloadMember, "a value", "nothing"}
		return invalidAnswer(&method{name: message.Method}, problem)
	}
	item, err := decode(payload)
	if err != nil {
		return err
	}
	select {
	case s.items <- item:
		return nil
	default:
		text := fmt.Sprintf("more than %d notifications wait to be read", waitingMost)
		return responseError(text)
	}
}

// fixedParams are the params of a kind of subscription.
type fixedParams struct {
	fixed map[string]string
	given any
}

// MarshalJSON implements json.Marshaler.
func (p fixedParams) MarshalJSON() ([]byte, error) {
	all := map[string]json.RawMessage{}
	if p.given != nil {
		text, err := json.Marshal(p.given)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &all); err != nil {
			return nil, err
		}
	}
	for name, value := range p.fixed {
		all[name] = json.RawMessage(value)
	}
	return json.Marshal(all)
}

// idText is the form in which IDs are compared: some servers write numbers in one place and text in another.
func idText(id json.RawMessage) string {
	var text string
	if json.Unmarshal(id, &text) == nil {
		return text
	}
	return string(id)
}
