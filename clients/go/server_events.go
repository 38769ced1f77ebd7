package couloir

import (
	"bufio"
	"bytes"
	"io"
)

// serverEvent is an event as it comes.
type serverEvent struct {
	// id is the last one that came, with this event or before.
	id   string
	data []byte
}

// eventReader reads Server-Sent Events: https://html.spec.whatwg.org/multipage/server-sent-events.html
type eventReader struct {
	in   *bufio.Reader
	line []byte
	id   string
	// begun: what may stand before the first line has been read.
	begun bool
	// afterCR: a line feed that comes next belongs to the line before.
	afterCR bool
}

func newEventReader(in io.Reader) *eventReader {
	return &eventReader{in: bufio.NewReader(in)}
}

// next answers the next event that has data. The end of the stream is an error, and an event that it cuts
// is none.
func (r *eventReader) next() (serverEvent, error) {
	var data []byte
	for {
		if err := r.readLine(); err != nil {
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
func (r *eventReader) readLine() error {
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
