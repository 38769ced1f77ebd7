// Package wallet_test issues every transaction that AvalancheGo's P-chain wallet can.
package wallet_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/vms/platformvm"
	"github.com/ava-labs/avalanchego/wallet/chain/p/wallet"
	"github.com/ava-labs/avalanchego/wallet/subnet/primary"

	"couloir/test/dropin/avalanchego/every"
	"couloir/test/dropin/avalanchego/local"
)

const day = 24 * time.Hour

// unsupported is how a node says that Etna ended a type of transaction.
const unsupported = "failed to calculate tx complexity: unsupported transaction type"

// world is what the checks share: each makes what it needs and looks at what the node says afterwards.
type world struct {
	ctx    context.Context
	wallet wallet.Wallet
	client platformvm.Client
	assets ids.ID
}

func TestWallet(t *testing.T) {
	local.Require(t)
	ctx := context.Background()
	w, err := local.Wallet(ctx, primary.WalletConfig{})
	if err != nil {
		t.Fatal(err)
	}
	world := &world{
		ctx:    ctx,
		wallet: w,
		client: platformvm.NewClient(local.URI()),
		assets: w.Builder().Context().AVAXAssetID,
	}
	every.Method[wallet.Wallet](t, map[string]every.Check{
		"Builder":                           world.balance,
		"Signer":                            world.sign,
		"IssueTx":                           world.issueSigned,
		"IssueUnsignedTx":                   world.issueUnsigned,
		"IssueBaseTx":                       world.base,
		"IssueImportTx":                     world.importFromX,
		"IssueExportTx":                     world.exportToX,
		"IssueCreateSubnetTx":               world.createSubnet,
		"IssueCreateChainTx":                world.createChain,
		"IssueTransferSubnetOwnershipTx":    world.transferSubnet,
		"IssueTransformSubnetTx":            world.transformSubnet,
		"IssueAddValidatorTx":               world.addValidator,
		"IssueAddDelegatorTx":               world.addDelegator,
		"IssueAddPermissionlessValidatorTx": world.addPermissionlessValidator,
		"IssueAddPermissionlessDelegatorTx": world.addPermissionlessDelegator,
		"IssueAddSubnetValidatorTx":         world.addSubnetValidator,
		"IssueRemoveSubnetValidatorTx":      world.removeSubnetValidator,
		"IssueConvertSubnetToL1Tx":          world.convertSubnet,
		"IssueRegisterL1ValidatorTx":        world.registerL1Validator,
		"IssueSetL1ValidatorWeightTx":       world.setL1ValidatorWeight,
		"IssueIncreaseL1ValidatorBalanceTx": world.increaseL1ValidatorBalance,
		"IssueDisableL1ValidatorTx":         world.disableL1Validator,
	}, nil)
}

// refused is for what the node must not take.
func refused(err error, why string) error {
	if err == nil {
		return errors.New("taken")
	}
	if !strings.Contains(err.Error(), why) {
		return fmt.Errorf("refused for another reason: %w", err)
	}
	return nil
}

// is looks at what the node says after a transaction.
func is(err error, right bool, what string, got any) error {
	if err != nil {
		return err
	}
	if !right {
		return fmt.Errorf("%s: got %v", what, got)
	}
	return nil
}
