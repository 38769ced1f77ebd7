package couloir

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"net/url"
	"reflect"
	"strings"
	"time"
)

const (
	eventRetries       = 10
	reconnectDelayMost = 10 * time.Second
)

// Events subscribes to events of the P-chain. The first call of Next connects. After a broken connection the
// stream resumes after the last event: none is missed or repeated. Pass its Cursor as After to resume in
// another program. Statuses of transactions that are in no block are sent only as they happen.
//
// WithRetries sets how many consecutive failures the stream tolerates (10, independent of the client's
// setting), WithRetryDelay the delay after the first, doubled up to 10 seconds, WithTimeout the time to
// connect, WithIdleTimeout how long the node can be silent.
func (c *Client) Events(ctx context.Context, query EventsQuery, options ...Option) *EventStream {
	return newEventStream(ctx, c.caller, query, options)
}

// Events subscribes to events of the P-chain, as Client.Events does. AvalancheGo itself has no
// events.
func (c *AvalanchegoClient) Events(ctx context.Context, query EventsQuery, options ...Option) *EventStream {
	return newEventStream(ctx, c.caller, query, options)
}

// EventStream is a subscription. Close may be called at any time; all else is for one goroutine.
type EventStream struct {
	// caller is the context of the caller, ctx the one that Close also ends.
	caller   context.Context
	ctx      context.Context
	cancel   context.CancelFunc
	url      string
	settings settings
	// query selects the events after the last one.
	query EventsQuery
	// open is nil while there is no connection.
	open  *eventConnection
	begun bool
	// failures in a row.
	failures int
	err      error
}

func newEventStream(ctx context.Context, c *caller, query EventsQuery, options []Option) *EventStream {
	s := c.settings
	s.retries = eventRetries
	s = s.with(options)
	own, cancel := context.WithCancel(ctx)
	return &EventStream{caller: ctx, ctx: own, cancel: cancel, url: c.at(eventsPath), settings: s, query: query}
}

// All returns an iterator over the events. An error is the last pair. Leaving the loop closes the
// stream.
func (s *EventStream) All() iter.Seq2[StreamEvent, error] {
	return func(yield func(StreamEvent, error) bool) {
		defer s.Close()
		for {
			event, err := s.Next()
			if err == io.EOF || !yield(event, err) || err != nil {
				return
			}
		}
	}
}

// Next waits for the next event. After an error the stream is closed, and Next returns the same
// error again: a *QueryError, *NoEventsError or *TransportError, the context's error, or io.EOF
// after Close.
func (s *EventStream) Next() (StreamEvent, error) {
	if s.err != nil {
		return nil, s.err
	}
	event, err := s.next()
	if err != nil {
		s.Close()
		s.disconnect()
		s.err = err
	}
	return event, err
}

// Cursor returns the position after the last returned event, for use as After; empty if there is
// none yet.
func (s *EventStream) Cursor() Cursor { return s.query.After }

// Close ends the stream and its connection.
func (s *EventStream) Close() error {
	s.cancel()
	return nil
}

func (s *EventStream) next() (StreamEvent, error) {
	for {
		if s.ctx.Err() != nil {
			return nil, s.ended()
		}
		event, err := s.attempt()
		switch {
		case err == nil:
			return event, nil
		case s.ctx.Err() != nil:
			return nil, s.ended()
		case !mayPass(err) || s.failures >= s.settings.retries:
			return nil, err
		}
		s.disconnect()
		select {
		case <-s.ctx.Done():
		case <-time.After(reconnectDelay(s.settings.retryDelay, s.failures)):
		}
		s.failures++
	}
}

func (s *EventStream) ended() error {
	if s.caller.Err() != nil {
		return s.caller.Err()
	}
	return io.EOF
}

// attempt reads the next event for the caller, and connects first if necessary.
func (s *EventStream) attempt() (StreamEvent, error) {
	for {
		if s.open == nil {
			separator := "?"
			if strings.Contains(s.url, "?") {
				separator = "&"
			}
			open, err := connectToEvents(s.ctx, s.url+separator+queryText(s.query), s.settings)
			if err != nil {
				return nil, err
			}
			s.open = open
		}
		came, err := s.open.next()
		if err != nil {
			return nil, err
		}
		event, err := readStreamEvent(came.data)
		if err != nil {
			return nil, &TransportError{Reason: ReasonResponse, Message: "an event cannot be read", Err: err}
		}
		if s.take(event, came.id) {
			return event, nil
		}
	}
}

func readStreamEvent(data []byte) (StreamEvent, error) {
	if hasTooManyValues(data) {
		return nil, tooManyValues
	}
	var text json.RawMessage
	if err := json.Unmarshal(data, &text); err != nil {
		return nil, err
	}
	event, err := decodeStreamEvent(text)
	if err != nil {
		return nil, err
	}
	if unknown, isUnknown := event.(Unknown); isUnknown {
		if kind, found := shapeOf(unknown.RawMessage).members["type"]; kindOf(kind) != textKind {
			got := "nothing"
			if found {
				got = kindOf(kind).String()
			}
			return nil, errors.New(Problem{"type", "text", got}.String())
		}
	}
	if problem, _ := missing(text, skipSpace(text, 0), reflect.ValueOf(event), "", limits{}); problem != nil {
		return nil, errors.New(problem.String())
	}
	return event, nil
}

// take records the position of the stream, and reports whether to return the event: the caller
// receives the first ready only.
func (s *EventStream) take(event StreamEvent, id string) bool {
	_, isReady := event.(*ReadyEvent)
	// Keep the caller's cursor until an event other than ready arrives: if the cursor is of another
	// chain, reverted follows and must not be lost if the connection breaks between the two.
	if id != "" && (!isReady || s.query.After == "") {
		s.query.After = Cursor(id)
		s.query.FromHeight = nil
	}
	if !isReady {
		return true
	}
	s.failures = 0
	isFirst := !s.begun
	s.begun = true
	return isFirst
}

func (s *EventStream) disconnect() {
	if s.open != nil {
		s.open.close()
		s.open = nil
	}
}

// reconnectDelay is random, so that clients of a restarted node do not reconnect at the same time.
func reconnectDelay(first time.Duration, failures int) time.Duration {
	delay := min(first, reconnectDelayMost)
	for ; failures > 0 && delay < reconnectDelayMost; failures-- {
		delay = min(2*delay, reconnectDelayMost)
	}
	return time.Duration(float64(delay) * (0.5 + rand.Float64()/2))
}

// queryText is the members of a query in a URL: a list is its items, with commas.
func queryText(query EventsQuery) string {
	var members map[string]any
	// A struct of texts, lists of texts and integers is always JSON.
	text, _ := json.Marshal(query)
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	_ = decoder.Decode(&members)
	values := url.Values{}
	for name, member := range members {
		items, isList := member.([]any)
		if !isList {
			items = []any{member}
		}
		words := make([]string, len(items))
		for i, item := range items {
			words[i] = fmt.Sprint(item)
		}
		if text := strings.Join(words, ","); text != "" {
			values.Set(name, text)
		}
	}
	return values.Encode()
}
