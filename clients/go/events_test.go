package couloir_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"couloir"
)

func TestEventsAreTyped(t *testing.T) {
	node := newEventNode(t, connection(streams(readyAt(6)+blockAt(7))).then(silence))
	stream := subscribe(node, couloir.EventsQuery{})
	defer stream.Close()
	if got := stream.Cursor(); got != "" {
		t.Errorf("cursor %q before the first event", got)
	}
	expectEvents(t, stream, "ready 6")
	event, err := stream.Next()
	block, isBlock := event.(*couloir.BlockEvent)
	if err != nil || !isBlock || *block.Timestamp != 1<<64-1 || block.Kind != "BanffStandardBlock" || block.TxIDs[0] != "t" {
		t.Errorf("%#v, %v", event, err)
	}
	if got := string(stream.Cursor()); got != cursorAt(7) {
		t.Errorf("cursor %s", got)
	}
	header := node.headers[0]
	if header.Get("Accept") != "text/event-stream" || header.Get("Authorization") != "Bearer x" || header.Get("Content-Type") != "" {
		t.Errorf("sent %v", header)
	}
}

func TestTheQueryIsSent(t *testing.T) {
	node := newEventNode(t, streams(readyAt(1), blockAt(2)), streams(readyAt(2), blockAt(3)))
	stream := subscribe(node, couloir.EventsQuery{
		Topics:     []couloir.EventTopic{couloir.EventTopicBlock, "else"},
		FromHeight: couloir.Ptr[couloir.Uint64](1<<64 - 1),
		SubnetID:   "s", TxID: "t", WatchID: "w",
	})
	expectEvents(t, stream, "ready 1, block 2, block 3")
	asked := node.asked()
	if got := asked[0].Encode(); got != "fromHeight=18446744073709551615&subnetID=s&topics=block%2Celse&txID=t&watchID=w" {
		t.Errorf("asked %s", got)
	}
	if got := asked[1].Encode(); got != "after="+cursorAt(2)+"&subnetID=s&topics=block%2Celse&txID=t&watchID=w" {
		t.Errorf("then asked %s", got)
	}
}

func TestNoQueryIsNone(t *testing.T) {
	node := newEventNode(t, streams(readyAt(1)))
	expectEvents(t, subscribe(node, couloir.EventsQuery{}), "ready 1")
	if got := node.asked()[0]; len(got) != 0 {
		t.Errorf("asked %v", got)
	}
}

func TestFormsOfStreams(t *testing.T) {
	const unknown = `{"type":"new","text":"é漢😀"}`
	for name, text := range map[string]string{
		"LF":                           "id: c\ndata: " + unknown + "\n\n",
		"CRLF":                         "id: c\r\ndata: " + unknown + "\r\n\r\n",
		"CR":                           "id: c\rdata: " + unknown + "\r\r",
		"lines mixed":                  "id: c\r\ndata: " + unknown + "\n\r",
		"a byte order mark":            "\uFEFFdata: " + unknown + "\nid: c\n\n",
		"no space behind the colon":    "id:c\ndata:" + unknown + "\n\n",
		"comments":                     ":\n\n: hello\nid: c\n:data: 1\ndata: " + unknown + "\n:\n\n",
		"fields that say nothing":      "retry: 1\n\nid: c\nid: \x00\nevent: e\nelse: 1\nword\ndata: " + unknown + "\n\n",
		"an ID before":                 "id: c\n\ndata: " + unknown + "\n\n",
		"data over several lines":      "id: c\ndata: {\"type\":\"new\",\ndata\ndata: \"text\":\"é漢😀\"}\n\n",
		"an event without data before": "id: b\nevent: e\n\nid: c\ndata: " + unknown + "\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			node := newEventNode(t, connection(streams(strings.Split(text, "")...)).then(silence), connection(bytewise(text)).then(silence))
			for range 2 {
				stream := subscribe(node, couloir.EventsQuery{})
				event, err := stream.Next()
				form, isUnknown := event.(couloir.Unknown)
				if err != nil || !isUnknown || strings.ReplaceAll(string(form.RawMessage), "\n", "") != unknown {
					t.Fatalf("%s, %v", form.RawMessage, err)
				}
				if got := stream.Cursor(); got != "c" {
					t.Errorf("cursor %q", got)
				}
				_ = stream.Close()
			}
		})
	}
}

// bytewise sends each byte on its own.
func bytewise(text string) connection {
	pieces := make([]string, len(text))
	for i := range pieces {
		pieces[i] = text[i : i+1]
	}
	return streams(pieces...)
}

func TestBigEvents(t *testing.T) {
	text := strings.Repeat("é漢😀", 1<<18)
	node := newEventNode(t, streams(sse("c", `{"type":"new","text":"`+text+`"}`)))
	event, err := subscribe(node, couloir.EventsQuery{}).Next()
	if form, _ := event.(couloir.Unknown); err != nil || !strings.Contains(string(form.RawMessage), `"`+text+`"`) {
		t.Errorf("%d bytes, %v", len(form.RawMessage), err)
	}
}

func TestNothingIsMissedWhereverTheStreamBreaks(t *testing.T) {
	whole := readyAt(0) + blockAt(1) + ":\n\n" + blockAt(2) + blockAt(3)
	for cut := range len(whole) + 1 {
		rest := func(w http.ResponseWriter, r *http.Request) {
			from := 0
			for from < 3 && r.URL.Query().Get("after") != "" && r.URL.Query().Get("after") != cursorAt(from) {
				from++
			}
			text := readyAt(from)
			for height := from + 1; height <= 3; height++ {
				text += blockAt(height)
			}
			connection(streams(text)).then(silence)(w, r)
		}
		node := newEventNode(t, streams(whole[:cut]), rest)
		stream := subscribe(node, couloir.EventsQuery{})
		expectEvents(t, stream, "ready 0, block 1, block 2, block 3")
		_ = stream.Close()
	}
}

func TestRevertedIsNotLostBetweenReadyAndIt(t *testing.T) {
	node := newEventNode(t,
		streams(readyAt(4)),
		streams(readyAt(4), revertedAt(4), blockAt(5)),
		streams(readyAt(5), blockAt(6)))
	stream := subscribe(node, couloir.EventsQuery{After: couloir.Cursor(cursorAt(9))})
	expectEvents(t, stream, "ready 4, reverted 4, block 5, block 6")
	for i, want := range []int{9, 9, 5} {
		if got := node.asked()[i].Get("after"); got != cursorAt(want) {
			t.Errorf("request %d is for what comes after %s", i, got)
		}
	}
}

func TestPassingFailuresOfStreams(t *testing.T) {
	node := newEventNode(t, refuses(429, ""), refuses(502, ""), hangUp, streams(), streams(readyAt(0)[:20]),
		streams(readyAt(0), blockAt(1)), refuses(503, "not ready"), refuses(504, ""), streams(readyAt(1), blockAt(2)))
	stream := subscribe(node, couloir.EventsQuery{}, couloir.WithRetries(5))
	expectEvents(t, stream, "ready 0, block 1, block 2")
}

func TestFailuresInARowEndTheStream(t *testing.T) {
	node := newEventNode(t, streams(readyAt(0)), refuses(503, "busy"), refuses(503, "busy"), refuses(503, "busy"))
	stream := subscribe(node, couloir.EventsQuery{}, couloir.WithRetries(3))
	expectEvents(t, stream, "ready 0")
	failed := expectEnd[*couloir.TransportError](t, stream)
	if failed.Reason != couloir.ReasonHTTP || failed.Status != 503 || failed.Message != "HTTP 503: busy" {
		t.Errorf("%+v", failed)
	}
	if got := string(stream.Cursor()); got != cursorAt(0) {
		t.Errorf("cursor %s", got)
	}
}

func TestAnEndIsAFailedConnection(t *testing.T) {
	orderly := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "Text/Event-Stream")
		_, _ = io.WriteString(w, ":\n\n")
	}
	for _, end := range []connection{orderly, streams(":\n\n"), hangUp} {
		stream := subscribe(newEventNode(t, end), couloir.EventsQuery{}, couloir.WithRetries(0))
		if failed := expectEnd[*couloir.TransportError](t, stream); failed.Reason != couloir.ReasonConnection {
			t.Errorf("%+v", failed)
		}
	}
}

func TestTheClientsRetriesAreForCalls(t *testing.T) {
	node := newEventNode(t, refuses(503, ""), streams(readyAt(0)))
	client := couloir.New(node.URL, couloir.WithRetries(0), couloir.WithRetryDelay(time.Microsecond))
	expectEvents(t, client.Events(ctx, couloir.EventsQuery{}), "ready 0")
}

func TestMistakesInTheQuery(t *testing.T) {
	const line = `fromHeight: expected a height up to 5: no more, got "7"`
	failed := expectEnd[*couloir.QueryError](t, subscribe(newEventNode(t, refuses(400, line+"\n")), couloir.EventsQuery{}))
	if failed.Field != "fromHeight" || failed.Message != line || failed.Error() != line {
		t.Errorf("%+v", failed)
	}
}

func TestEventsThatAreOff(t *testing.T) {
	failed := expectEnd[*couloir.NoEventsError](t, subscribe(newEventNode(t, refuses(404, "they are off")), couloir.EventsQuery{}))
	if failed.Message != "they are off" || failed.Error() != "the node has no events: they are off" {
		t.Errorf("%+v", failed)
	}
}

func TestTheOtherProfileHasEventsToo(t *testing.T) {
	node := newEventNode(t, streams(readyAt(0)))
	expectEvents(t, couloir.NewAvalanchego(node.URL).Events(ctx, couloir.EventsQuery{}), "ready 0")
}

func TestStatusesThatStay(t *testing.T) {
	for _, status := range []int{204, 403, 500} {
		failed := expectEnd[*couloir.TransportError](t, subscribe(newEventNode(t, refuses(status, "")), couloir.EventsQuery{}))
		if failed.Reason != couloir.ReasonHTTP || failed.Status != status {
			t.Errorf("%+v", failed)
		}
	}
}

func TestWhatIsNoEvent(t *testing.T) {
	page := func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>") }
	for _, answer := range []connection{page, streams("data: <html>\n\n"), streams("data: {\"type\":\"block\",\"height\":-1}\n\n")} {
		failed := expectEnd[*couloir.TransportError](t, subscribe(newEventNode(t, answer), couloir.EventsQuery{}))
		if failed.Reason != couloir.ReasonResponse {
			t.Errorf("%+v", failed)
		}
	}
}

func TestSilenceIsABrokenConnection(t *testing.T) {
	connections := []connection{connection(streams(readyAt(0))).then(silence), connection(streams(":")).then(silence)}
	// One is enough unless this machine is slow.
	for range 8 {
		connections = append(connections, connection(streams(readyAt(0)+blockAt(1))).then(silence))
	}
	stream := subscribe(newEventNode(t, connections...), couloir.EventsQuery{}, couloir.WithIdleTimeout(20*time.Millisecond))
	defer stream.Close()
	expectEvents(t, stream, "ready 0, block 1")
}

func TestSilenceHasAReason(t *testing.T) {
	for _, answer := range []connection{silence, connection(streams(":\n\n")).then(silence)} {
		stream := subscribe(newEventNode(t, answer), couloir.EventsQuery{}, couloir.WithRetries(0),
			couloir.WithTimeout(20*time.Millisecond), couloir.WithIdleTimeout(20*time.Millisecond))
		failed := expectEnd[*couloir.TransportError](t, stream)
		if failed.Reason != couloir.ReasonTimeout {
			t.Errorf("%+v", failed)
		}
	}
}

func TestASlowReaderIsNoSilence(t *testing.T) {
	const idle = 100 * time.Millisecond
	big := sse(cursorAt(1), `{"type":"new","text":"`+strings.Repeat("x", 1<<24)+`"}`)
	node := newEventNode(t, connection(streams(readyAt(0)+big)).then(silence))
	stream := subscribe(node, couloir.EventsQuery{}, couloir.WithIdleTimeout(idle))
	defer stream.Close()
	expectEvents(t, stream, "ready 0")
	time.Sleep(2 * idle)
	expectEvents(t, stream, "couloir.Unknown")
}

func TestTheContextEndsTheStream(t *testing.T) {
	gone := make(chan struct{})
	node := newEventNode(t, connection(streams(readyAt(0))).then(silence).then(func(http.ResponseWriter, *http.Request) { close(gone) }))
	cancelled, cancel := context.WithCancel(ctx)
	defer cancel()
	var last error
	for _, err := range couloir.New(node.URL).Events(cancelled, couloir.EventsQuery{}).All() {
		last = err
		cancel()
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("%v is not Canceled", last)
	}
	<-gone
}

func TestTheContextEndsTheWaitForTheNode(t *testing.T) {
	node := newEventNode(t, refuses(503, ""))
	late, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	stream := couloir.New(node.URL, couloir.WithRetryDelay(time.Hour)).Events(late, couloir.EventsQuery{})
	if _, err := stream.Next(); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v is not DeadlineExceeded", err)
	}
}

func TestBreakEndsTheConnection(t *testing.T) {
	gone := make(chan struct{})
	node := newEventNode(t, connection(streams(readyAt(0))).then(silence).then(func(http.ResponseWriter, *http.Request) { close(gone) }))
	stream := subscribe(node, couloir.EventsQuery{})
	for _, err := range stream.All() {
		if err != nil {
			t.Error(err)
		}
		break
	}
	<-gone
	for range stream.All() {
		t.Error("an event after the end")
	}
}

func TestCloseEndsTheWaitForAnEvent(t *testing.T) {
	node := newEventNode(t, connection(streams(readyAt(0))).then(silence))
	stream := subscribe(node, couloir.EventsQuery{})
	expectEvents(t, stream, "ready 0")
	go stream.Close()
	if _, err := stream.Next(); err != io.EOF {
		t.Errorf("%v is not EOF", err)
	}
}

func TestNothingIsSentBeforeTheFirstEventIsAskedFor(t *testing.T) {
	node := newEventNode(t)
	stream := subscribe(node, couloir.EventsQuery{})
	_ = stream.Close()
	if _, err := stream.Next(); err != io.EOF || len(node.asked()) > 0 {
		t.Errorf("%v", err)
	}
}

func TestAnEndlessEventEndsTheStream(t *testing.T) {
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "data: ")
		for piece := []byte(strings.Repeat("x", 1<<20)); r.Context().Err() == nil; {
			if _, err := w.Write(piece); err != nil {
				return
			}
		}
	}))
	defer node.Close()
	stream := couloir.New(node.URL).Events(ctx, couloir.EventsQuery{})
	defer stream.Close()
	_, err := stream.Next()
	expectReason(t, err, couloir.ReasonResponse)
}

func TestAnUpgradeIsNoStream(t *testing.T) {
	ended := make(chan struct{})
	t.Cleanup(func() { close(ended) })
	node := newEventNode(t, func(w http.ResponseWriter, _ *http.Request) {
		connection, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = io.WriteString(connection, "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n")
		go func() {
			<-ended
			_ = connection.Close()
		}()
	})
	stream := subscribe(node, couloir.EventsQuery{})
	failed := expectEnd[*couloir.TransportError](t, stream)
	if failed.Status != http.StatusSwitchingProtocols {
		t.Error(failed)
	}
}
