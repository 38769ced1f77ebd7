// Prints the blocks and validators of a node from its first block to its tenth, or after a cursor. Press Ctrl+C to stop.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/signal"

	"couloir"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	query := couloir.EventsQuery{Topics: []couloir.EventTopic{couloir.EventTopicBlock, couloir.EventTopicValidator}}
	if len(os.Args) > 2 {
		query.After = couloir.Cursor(os.Args[2])
	} else {
		query.FromHeight = couloir.Ptr[couloir.Uint64](0)
	}

	stream := couloir.New(os.Args[1]).Events(ctx, query)
	for event, err := range stream.All() {
		var mistake *couloir.QueryError
		switch {
		case errors.Is(err, context.Canceled):
			continue
		case errors.As(err, &mistake):
			log.Fatal("the node rejected the query: ", mistake)
		case err != nil:
			log.Fatal(err)
		}
		switch event := event.(type) {
		case *couloir.ReadyEvent:
			fmt.Println("listening from height", event.Height)
		case *couloir.BlockEvent:
			fmt.Println("block", event.Height, "with", len(event.TxIDs), "transactions")
			if event.Height == 10 {
				fmt.Println("resume with", stream.Cursor())
				return
			}
		case *couloir.ValidatorEvent:
			fmt.Println(event.NodeID, "weighs", event.Weight, "after", event.PreviousWeight)
		case *couloir.RevertedEvent:
			fmt.Println("the chain has changed: read everything again")
		}
	}
}
