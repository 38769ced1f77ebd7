package couloir_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"couloir"
)

const eventStream = "text/event-stream; charset=utf-8"

// connection is how an event node meets one request. A stream breaks off where it returns.
type connection func(w http.ResponseWriter, r *http.Request)

// eventNode meets one request after another, and remembers their queries.
type eventNode struct {
	URL     string
	mutex   sync.Mutex
	queries []url.Values
	headers []http.Header
}

func newEventNode(t *testing.T, connections ...connection) *eventNode {
	node := &eventNode{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		node.mutex.Lock()
		index := len(node.queries)
		node.queries = append(node.queries, r.URL.Query())
		node.headers = append(node.headers, r.Header)
		node.mutex.Unlock()
		if index >= len(connections) || r.URL.Path != "/ext/events" {
			t.Errorf("request %d for %s was not expected", index, r.URL)
			return
		}
		if connections[index](w, r); w.Header().Get("Content-Type") == eventStream {
			panic(http.ErrAbortHandler)
		}
	}))
	t.Cleanup(server.Close)
	node.URL = server.URL
	return node
}

func (n *eventNode) asked() []url.Values {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	return n.queries
}

// streams sends pieces, each on its own, and breaks off.
func streams(pieces ...string) connection {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", eventStream)
		for _, piece := range pieces {
			_, _ = w.Write([]byte(piece))
			_ = http.NewResponseController(w).Flush()
		}
	}
}

// hangUp sends no response.
func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// then is one connection after another on the same response.
func (c connection) then(next connection) connection {
	return func(w http.ResponseWriter, r *http.Request) {
		c(w, r)
		next(w, r)
	}
}

// silence blocks until the client disconnects.
func silence(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

func refuses(status int, text string) connection {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	}
}

func cursorAt(height int) string { return fmt.Sprintf("%d.0.5f7f2a1c", height) }

func readyAt(height int) string {
	return sse(cursorAt(height), fmt.Sprintf(`{"type":"ready","cursor":%q,"height":"%d","blockID":"b%d"}`, cursorAt(height), height, height))
}

func revertedAt(height int) string {
	return sse(cursorAt(height), fmt.Sprintf(`{"type":"reverted","cursor":%q,"height":"%d","blockID":"b%d"}`, cursorAt(height), height, height))
}

func blockAt(height int) string {
	return sse(cursorAt(height), fmt.Sprintf(
		`{"type":"block","cursor":%q,"height":"%d","blockID":"b%d","parentID":"p","kind":"BanffStandardBlock","timestamp":"18446744073709551615","txIDs":["t"]}`,
		cursorAt(height), height, height))
}

func sse(id, data string) string { return "id: " + id + "\nevent: e\ndata: " + data + "\n\n" }

// subscribe subscribes without waiting between two connections.
func subscribe(node *eventNode, query couloir.EventsQuery, options ...couloir.Option) *couloir.EventStream {
	client := couloir.New(node.URL, couloir.WithRetryDelay(time.Microsecond), couloir.WithHeader("Authorization", "Bearer x"))
	return client.Events(ctx, query, options...)
}

// nameOf returns a short description of an event, such as "block 7".
func nameOf(event couloir.StreamEvent) string {
	switch e := event.(type) {
	case *couloir.ReadyEvent:
		return fmt.Sprint("ready ", e.Height)
	case *couloir.BlockEvent:
		return fmt.Sprint("block ", e.Height)
	case *couloir.RevertedEvent:
		return fmt.Sprint("reverted ", e.Height)
	default:
		return fmt.Sprintf("%T", event)
	}
}

func expectEvents(t *testing.T, stream *couloir.EventStream, want string) {
	t.Helper()
	names := []string{}
	for range strings.Split(want, ", ") {
		event, err := stream.Next()
		if err != nil {
			t.Fatalf("%v after %v, want %s", err, names, want)
		}
		names = append(names, nameOf(event))
	}
	if got := strings.Join(names, ", "); got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
}

func expectEnd[E error](t *testing.T, stream *couloir.EventStream) (failed E) {
	t.Helper()
	event, err := stream.Next()
	if !errors.As(err, &failed) {
		t.Fatalf("%v, %v is no %T", event, err, failed)
	}
	if _, again := stream.Next(); again != err {
		t.Errorf("then %v", again)
	}
	return failed
}
