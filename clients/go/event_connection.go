package couloir

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"
)

const eventStreamType = "text/event-stream"

// eventConnection is one response that carries events.
type eventConnection struct {
	body   io.Closer
	reader *eventReader
	watch  *watch
}

// connectToEvents requests the events of a URL and reads the head of the response.
func connectToEvents(ctx context.Context, url string, s settings) (*eventConnection, error) {
	w := newWatch(ctx)
	w.begin(s.timeout)
	open, err := w.connect(url, s)
	w.end()
	if err != nil {
		w.cancel(nil)
		return nil, w.explain(err)
	}
	return open, nil
}

func (w *watch) connect(url string, s settings) (*eventConnection, error) {
	request, err := http.NewRequestWithContext(w.ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, &TransportError{Reason: ReasonResponse, Message: "invalid URL", Err: err}
	}
	request.Header = s.header.Clone()
	request.Header.Del("Content-Type")
	request.Header.Set("Accept", eventStreamType)
	response, err := s.client.Do(request)
	if err != nil {
		return nil, connectionError(err)
	}
	if response.StatusCode != http.StatusOK {
		defer response.Body.Close()
		return nil, refusal(response)
	}
	if kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")); kind != eventStreamType {
		response.Body.Close()
		return nil, responseError(fmt.Sprintf("the node answered with %q where events were asked for", kind))
	}
	body := &watchedReader{response.Body, w, s.streams.idleTimeout}
	return &eventConnection{response.Body, newEventReader(body), w}, nil
}

func (c *eventConnection) next() (serverEvent, error) {
	event, err := c.reader.next()
	if err == error(errEndlessEvent) {
		return event, err
	}
	if err != nil {
		ended := &TransportError{Reason: ReasonConnection, Message: "the node ended the stream", Err: err}
		return event, c.watch.explain(ended)
	}
	return event, nil
}

func (c *eventConnection) close() {
	c.watch.cancel(nil)
	c.body.Close()
}

// refusal returns why the node rejected the request for events.
func refusal(response *http.Response) error {
	if response.StatusCode < 200 {
		// Its body is the connection, which has no end and ignores the context.
		return statusError(response.StatusCode, nil)
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, 1<<10))
	if err != nil {
		return connectionError(err)
	}
	said := []rune(strings.TrimSpace(string(text)))
	message := string(said[:min(len(said), 200)])
	switch response.StatusCode {
	case http.StatusBadRequest:
		field, _, _ := strings.Cut(message, ": ")
		return &QueryError{Field: field, Message: message}
	case http.StatusNotFound:
		return &NoEventsError{Message: message}
	}
	return statusError(response.StatusCode, text)
}

// watch aborts waits that take too long.
type watch struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer
}

func newWatch(ctx context.Context) *watch {
	own, cancel := context.WithCancelCause(ctx)
	return &watch{ctx: own, cancel: cancel}
}

// begin sets the timeout of the next wait; 0 means no timeout.
func (w *watch) begin(timeout time.Duration) {
	if timeout > 0 {
		w.timer = time.AfterFunc(timeout, func() { w.cancel(timeoutError(timeout)) })
	}
}

func (w *watch) end() {
	if w.timer != nil {
		w.timer.Stop()
	}
}

// explain returns the timeout error if a timeout caused the failure.
func (w *watch) explain(err error) error {
	var late *TransportError
	if errors.As(context.Cause(w.ctx), &late) {
		return late
	}
	return err
}

// watchedReader fails if no data arrives for a while. The time between two reads does not count.
type watchedReader struct {
	io.Reader
	watch       *watch
	idleTimeout time.Duration
}

func (r *watchedReader) Read(buffer []byte) (int, error) {
	r.watch.begin(r.idleTimeout)
	defer r.watch.end()
	return r.Reader.Read(buffer)
}
