package main

import (
	"context"
	"errors"

	"couloir"
)

// listening is an input line that subscribes to events.
type listening struct {
	Events      *couloir.EventsQuery `json:"events"`
	Retries     *int                 `json:"retries"`
	UntilHeight *couloir.Uint64      `json:"untilHeight"`
	Count       *int                 `json:"count"`
}

// listen prints each event as it arrives, then the cursor or the failure.
func (p program) listen(own line, yield func(outcome) bool) {
	var options []couloir.Option
	if own.Retries != nil {
		options = append(options, couloir.WithRetries(*own.Retries))
	}
	stream := p.events(context.Background(), *own.Events, options...)
	count := 0
	for event, err := range stream.All() {
		if err != nil {
			yield(outcome{"failure": describeFailure(err)})
			return
		}
		if !yield(outcome{"event": event}) {
			return
		}
		if count++; own.isEnough(event, count) {
			break
		}
	}
	yield(outcome{"cursor": stream.Cursor()})
}

func (l listening) isEnough(event couloir.StreamEvent, count int) bool {
	block, isBlock := event.(*couloir.BlockEvent)
	isLast := isBlock && l.UntilHeight != nil && block.Height == *l.UntilHeight
	return isLast || l.Count != nil && count == *l.Count
}

func describeFailure(err error) outcome {
	var query *couloir.QueryError
	var noEvents *couloir.NoEventsError
	var transport *couloir.TransportError
	switch {
	case errors.As(err, &query):
		return outcome{"class": "query", "field": query.Field}
	case errors.As(err, &noEvents):
		return outcome{"class": "no-events"}
	case errors.As(err, &transport):
		told := outcome{"class": "transport", "reason": transport.Reason}
		if transport.Status != 0 {
			told["status"] = transport.Status
		}
		return told
	default:
		return outcome{"class": err.Error()}
	}
}
