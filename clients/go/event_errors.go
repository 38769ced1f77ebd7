package couloir

import (
	"errors"
	"fmt"
)

// QueryError says that the node does not take an EventsQuery.
type QueryError struct {
	// Field is the member with the mistake, as the wire names it.
	Field string
	// Message is the node's text: the field, what was expected and what was got.
	Message string
}

func (e *QueryError) Error() string { return e.Message }

// NoEventsError says that the node has no events: they are switched off, or it is not Couloir.
type NoEventsError struct {
	// Message is the node's text.
	Message string
}

func (e *NoEventsError) Error() string { return fmt.Sprintf("the node has no events: %s", e.Message) }

// mayPass tells whether a broken stream is asked for again.
func mayPass(err error) bool {
	var failed *TransportError
	return isPassing(err) || errors.As(err, &failed) && failed.Reason == ReasonTimeout
}
