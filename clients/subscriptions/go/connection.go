package couloir

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/coder/websocket"
)

const (
	beginID    = "1"
	endID      = "2"
	endTimeout = time.Second
	// pingInterval is the time between two pings, and for the reply to one: a connection can break without a sign.
	pingInterval = 10 * time.Second
)

// opener opens the connections of a subscription.
type opener struct {
	info     *subscriptionInfo
	url      string
	settings settings
	params   fixedParams
}

// connection is a WebSocket on which the server has accepted the subscription.
type connection struct {
	socket   *websocket.Conn
	info     *subscriptionInfo
	maxBytes int64
	// answer is the response to the subscription, id the subscription's ID.
	answer, id json.RawMessage
	waiting    []message
}

// message is a notification.
type message struct {
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// open connects and subscribes.
func (o *opener) open(caller context.Context) (*connection, error) {
	ctx := caller
	if o.settings.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(caller, o.settings.timeout)
		defer cancel()
	}
	open, err := o.connect(ctx)
	var failed *TransportError
	switch {
	case err == nil:
		return open, nil
	case caller.Err() != nil:
		return nil, caller.Err()
	case ctx.Err() != nil:
		failed = timeoutError(o.settings.timeout).(*TransportError)
	case !errors.As(err, &failed) || failed.Reason == ReasonResponse:
		return nil, err
	}
	named := *failed
	named.Message = o.info.method.name + " at " + withoutPassword(o.url) + ": " + failed.Message
	return nil, &named
}

func (o *opener) connect(ctx context.Context) (*connection, error) {
	header := o.settings.header.Clone()
	header.Del("Content-Type")
	options := &websocket.DialOptions{HTTPClient: o.settings.client, HTTPHeader: header}
	socket, response, err := websocket.Dial(ctx, o.url, options)
	if err != nil && response != nil {
		return nil, statusError(response.StatusCode, nil)
	}
	if err != nil {
		return nil, connectionError(err)
	}
	socket.SetReadLimit(o.settings.maxBytes)
	open := &connection{socket: socket, info: o.info, maxBytes: o.settings.maxBytes}
	if err := open.begin(ctx, o.params); err != nil {
		_ = socket.CloseNow()
		return nil, err
	}
	return open, nil
}

// reopen opens again until it succeeds, unless the server refuses.
func (o *opener) reopen(ctx context.Context) (*connection, error) {
	for delay := o.settings.retryDelay; ; delay *= 2 {
		delay = min(delay, reconnectDelayMost)
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(delay):
		}
		open, err := o.open(ctx)
		if err == nil || !isBroken(err) || isRefusal(err) {
			return open, err
		}
	}
}

func (c *connection) begin(ctx context.Context, params fixedParams) error {
	var given any
	if params.given != nil || len(params.fixed) > 0 {
		given = params
	}
	body, err := appendRequest(nil, beginID, c.info.method, given)
	if err != nil {
		return err
	}
	if err := c.socket.Write(ctx, websocket.MessageText, body); err != nil {
		return connectionError(err)
	}
	for c.answer == nil {
		if err := c.receive(ctx); err != nil {
			return err
		}
	}
	var a answer[json.RawMessage]
	if err := readAnswer(c.info.method, c.answer, &a); err != nil {
		return err
	}
	if !a.isTo(beginID) {
		return noAnswer(c.info.method)
	}
	id, err := a.outcome(c.info.method, given)
	if err != nil {
		return err
	}
	c.id = *id
	return nil
}

// keepAlive pings until the context ends, and fails when the server does not reply.
func (c *connection) keepAlive(ctx context.Context, fail context.CancelCauseFunc) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pingInterval):
		}
		reply, cancel := context.WithTimeout(ctx, pingInterval)
		err := c.socket.Ping(reply)
		cancel()
		if err != nil {
			fail(&TransportError{Reason: ReasonConnection, Message: "the server does not reply to a ping"})
			return
		}
	}
}

// receive reads one message, which can be a list of them.
func (c *connection) receive(ctx context.Context) error {
	_, text, err := c.socket.Read(ctx)
	var failed *TransportError
	if err != nil && errors.As(context.Cause(ctx), &failed) {
		return failed
	}
	if errors.Is(err, websocket.ErrMessageTooBig) {
		// Another connection would break at it, too.
		return invalidResponse(c.info.method, fmt.Sprintf("a message is longer than %d bytes", c.maxBytes))
	}
	if err != nil {
		return connectionError(err)
	}
	if !json.Valid(text) {
		return invalidResponse(c.info.method, "the message is not JSON")
	}
	if hasTooManyValues(text) {
		return tooManyValues
	}
	messages := []json.RawMessage{text}
	if text = bytes.TrimLeft(text, " \t\r\n"); len(text) > 0 && text[0] == '[' {
		if err := json.Unmarshal(text, &messages); err != nil {
			return unreadable(c.info.method, err)
		}
	}
	for _, each := range messages {
		if kindOf(each) != objectKind {
			return invalidResponse(c.info.method, "the message is not an object")
		}
		var own message
		if err := json.Unmarshal(each, &own); err == nil && own.Method != "" {
			c.waiting = append(c.waiting, own)
		} else if c.answer == nil {
			c.answer = each
		}
	}
	return nil
}

func (c *connection) takeWaiting() []message {
	waiting := c.waiting
	c.waiting = nil
	return waiting
}

// end ends the subscription at the server, and then the connection.
func (c *connection) end() {
	ctx, cancel := context.WithTimeout(context.Background(), endTimeout)
	defer cancel()
	if end := c.info.end; end != nil {
		body, err := appendRequest(nil, endID, end, map[string]json.RawMessage{c.info.endParam: c.id})
		if err == nil {
			_ = c.socket.Write(ctx, websocket.MessageText, body)
		}
	}
	late := time.AfterFunc(endTimeout, func() { _ = c.socket.CloseNow() })
	defer late.Stop()
	_ = c.socket.Close(websocket.StatusNormalClosure, "")
}

// isRefusal reports whether the server will not accept a connection later, either.
func isRefusal(err error) bool {
	var failed *TransportError
	return errors.As(err, &failed) && failed.Reason == ReasonHTTP &&
		failed.Status < http.StatusInternalServerError && failed.Status != http.StatusTooManyRequests
}

// isBroken reports whether a connection ended, so that another one can go on.
func isBroken(err error) bool {
	var failed *TransportError
	return errors.As(err, &failed) && failed.Reason != ReasonResponse
}
