// Reads a node's height, a chain, two values in a batch, and its latest block.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"couloir"
)

func main() {
	ctx := context.Background()
	client := couloir.New(os.Args[1])

	height, err := client.Platform.GetHeight(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("height", height.Height)

	_, err = client.Info.GetBlockchainID(ctx, couloir.InfoGetBlockchainIDParams{Alias: "Q"})
	var failed *couloir.RPCError
	if errors.Is(err, couloir.ErrAliasNotFound) && errors.As(err, &failed) {
		fmt.Println("no chain is called", failed.Arguments["alias"])
	}

	batch := client.Batch()
	supply := batch.Platform.GetCurrentSupply(couloir.PlatformGetCurrentSupplyParams{})
	name := batch.Info.GetNetworkName()
	if err := batch.Send(ctx); err != nil {
		log.Fatal(err)
	}
	if answer, err := supply.Result(); err == nil {
		fmt.Println("supply", answer.Supply)
	}
	if answer, err := name.Result(); err == nil {
		fmt.Println("network", answer.NetworkName)
	}

	found, err := client.Platform.GetBlockByHeight(ctx, couloir.PlatformGetBlockByHeightParams{
		Height:   height.Height,
		Encoding: couloir.BlockEncodingJSON,
	}, couloir.WithTimeout(2*time.Second))
	if err != nil {
		log.Fatal(err)
	}
	switch block := found.Block.(type) {
	case *couloir.BanffStandardBlock:
		fmt.Println("a block of", len(block.Txs), "transactions")
	case *couloir.ApricotOptionBlock, *couloir.BanffOptionBlock:
		fmt.Println("a block that commits or aborts")
	default:
		fmt.Printf("a %T\n", block)
	}
}
