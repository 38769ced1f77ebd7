package couloir

import (
	"errors"
	"fmt"
)

// QueryError reports that the node rejected an EventsQuery.
type QueryError struct {
	// Field is the invalid member, by its name on the wire.
	Field string
	// Message is the node's text: the field, the expected value and the received value.
	Message string
}

func (e *QueryError) Error() string { return e.Message }

// NoEventsError reports that the node has no event stream: it is disabled, or the node is not
// Couloir.
type NoEventsError struct {
	// Message is the node's text.
	Message string
}

func (e *NoEventsError) Error() string { return fmt.Sprintf("the node has no events: %s", e.Message) }

// mayPass reports whether a broken stream is requested again.
func mayPass(err error) bool {
	var failed *TransportError
	return isPassing(err) || errors.As(err, &failed) && failed.Reason == ReasonTimeout
}
