// Package clients calls every method of AvalancheGo's own clients.
package clients

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/vms/components/avax"
	"github.com/ava-labs/avalanchego/vms/platformvm/txs"
	"github.com/ava-labs/avalanchego/wallet/chain/p/wallet"
	"github.com/ava-labs/avalanchego/wallet/subnet/primary"

	"couloir/test/dropin/avalanchego/local"
)

const (
	day = 24 * time.Hour
	// period of a staker, above the least of the network.
	period = 2 * day
)

// scene is what has happened on the node before it is asked.
type scene struct {
	wallet wallet.Wallet
	l1     *local.L1
	// rewarded validated and is paid, validator and delegator still do.
	rewarded, validator, delegator *txs.Tx
	validatorID                    ids.NodeID
	exported                       *avax.UTXO
}

var play = sync.OnceValues(func() (*scene, error) {
	ctx := context.Background()
	w, err := local.Wallet(ctx, primary.WalletConfig{})
	if err != nil {
		return nil, err
	}
	s := &scene{wallet: w, validatorID: ids.GenerateTestNodeID()}
	if s.l1, err = local.NewL1(w); err != nil {
		return nil, err
	}
	if s.rewarded, err = local.AddValidator(w, ids.GenerateTestNodeID(), time.Now().Add(period)); err != nil {
		return nil, err
	}
	if err = local.PassTime(ctx, int(period/time.Second)+1); err != nil {
		return nil, err
	}
	end := time.Now().Add(3 * period)
	if s.validator, err = local.AddValidator(w, s.validatorID, end); err != nil {
		return nil, err
	}
	if s.delegator, err = local.AddDelegator(w, s.validatorID, end); err != nil {
		return nil, err
	}
	if s.exported, err = local.ExportFromX(ctx, w.Builder().Context().AVAXAssetID, 7); err != nil {
		return nil, err
	}
	return s, importKey(ctx)
})

func setScene(t *testing.T) *scene {
	t.Helper()
	local.Require(t)
	s, err := play()
	if err != nil {
		t.Fatalf("the scene: %v", err)
	}
	return s
}

// same compares what came with what is right; an error of the call goes first.
func same[T any](err error, got, want T) error {
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(got, want) {
		return fmt.Errorf("got %v, want %v", got, want)
	}
	return nil
}

// holds is for what has no single right value.
func holds(err error, is bool, got any) error {
	if err != nil {
		return err
	}
	if !is {
		return fmt.Errorf("got %v", got)
	}
	return nil
}
