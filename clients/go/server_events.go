package couloir

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// eventBytesMax is the maximum size of an event: a longer one, or an endless line, ends the connection.
const eventBytesMax = 64 << 20

var errEndlessEvent = responseError(fmt.Sprintf("an event is longer than %d bytes", eventBytesMax))

// serverEvent is an event as received.
type serverEvent struct {
	// id is the last ID received, with this event or before.
	id   string
	data []byte
}

// eventReader reads Server-Sent Events: https://html.spec.whatwg.org/multipage/server-sent-events.html
type eventReader struct {
	in   *bufio.Reader
	line []byte
	id   string
	// begun is false until the byte order mark at the start has been checked.
	begun bool
	// afterCR is true if a line feed that follows belongs to the line before.
	afterCR bool
}

func newEventReader(in io.Reader) *eventReader {
	return &eventReader{in: bufio.NewReader(in)}
}

// next returns the next event with data. The end of the stream is an error; an incomplete event is
// discarded.
func (r *eventReader) next() (serverEvent, error) {
	var data []byte
	for {
		if err := r.readLine(eventBytesMax - len(data)); err != nil {
			return serverEvent{}, err
		}
		name, value, _ := bytes.Cut(r.line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch {
		case len(r.line) == 0 && len(data) > 0:
			return serverEvent{r.id, data[:len(data)-1]}, nil
		case string(name) == "data":
			data = append(append(data, value...), '\n')
		case string(name) == "id" && !bytes.Contains(value, []byte{0}):
			r.id = string(value)
		}
	}
}

var byteOrderMark = []byte("\uFEFF")

// readLine reads up to the end of a line, which is CR, LF or both. It does not wait for the LF of a CR.
func (r *eventReader) readLine(maxBytes int) error {
	r.line = r.line[:0]
	for {
		next, err := r.in.ReadByte()
		if err != nil {
			return err
		}
		wasCR := r.afterCR
		r.afterCR = next == '\r'
		switch {
		case next == '\n' && wasCR:
			continue
		case next != '\n' && next != '\r':
			if len(r.line) >= maxBytes {
				return errEndlessEvent
			}
			r.line = append(r.line, next)
			continue
		}
		if !r.begun {
			r.line = bytes.TrimPrefix(r.line, byteOrderMark)
			r.begun = true
		}
		return nil
	}
}
