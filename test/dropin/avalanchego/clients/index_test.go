package clients

import (
	"context"
	"errors"
	"testing"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/indexer"
	"github.com/ava-labs/avalanchego/vms/platformvm/block"
	proposer "github.com/ava-labs/avalanchego/vms/proposervm/block"

	"couloir/test/dropin/avalanchego/every"
	"couloir/test/dropin/avalanchego/local"
)

func TestIndex(t *testing.T) {
	setScene(t)
	ctx := context.Background()
	client := indexer.NewClient(local.URI() + "/ext/index/P/block")
	first, err := client.GetContainerByIndex(ctx, 0)
	if err != nil {
		t.Fatal(err)
	}
	every.Method[indexer.Client](t, map[string]every.Check{
		"GetContainerRange": func() error {
			got, err := client.GetContainerRange(ctx, 0, 2)
			if err := same(err, len(got), 2); err != nil {
				return err
			}
			return same(checkContainers(got), got[0], first)
		},
		"GetContainerByIndex": func() error {
			got, err := client.GetContainerByIndex(ctx, 1)
			return errors.Join(err, checkContainers([]indexer.Container{first, got}))
		},
		"GetLastAccepted": func() error {
			last, index, err := client.GetLastAccepted(ctx)
			if err != nil {
				return err
			}
			byIndex, err := client.GetContainerByIndex(ctx, index)
			return same(err, byIndex, last)
		},
		"GetIndex": func() error {
			got, err := client.GetIndex(ctx, first.ID)
			return same(err, got, 0)
		},
		"IsAccepted": func() error {
			is, err := client.IsAccepted(ctx, first.ID)
			if err := same(err, is, true); err != nil {
				return err
			}
			is, err = client.IsAccepted(ctx, ids.GenerateTestID())
			return same(err, is, false)
		},
		"GetContainerByID": func() error {
			got, index, err := client.GetContainerByID(ctx, first.ID)
			if err := same(err, index, 0); err != nil {
				return err
			}
			return same(nil, got, first)
		},
	}, unreadable["index"])
}

// checkContainers parses blocks of the P-chain, the first of them at height 1, in the proposer's envelope.
func checkContainers(containers []indexer.Container) error {
	for i, container := range containers {
		inner, err := innerBlock(container)
		if err != nil {
			return err
		}
		if err := same(nil, inner.Height(), uint64(i+1)); err != nil {
			return err
		}
	}
	return nil
}

func innerBlock(container indexer.Container) (block.Block, error) {
	outer, err := proposer.ParseWithoutVerification(container.Bytes)
	if err != nil {
		return nil, err
	}
	if err := same(nil, outer.ID(), container.ID); err != nil {
		return nil, err
	}
	return block.Parse(block.Codec, outer.Block())
}

// firstBlock is that of height 1, as the index has it.
func firstBlock(ctx context.Context) (block.Block, error) {
	container, err := indexer.NewClient(local.URI()+"/ext/index/P/block").GetContainerByIndex(ctx, 0)
	if err != nil {
		return nil, err
	}
	return innerBlock(container)
}
