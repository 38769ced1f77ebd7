package wallet_test

import (
	"slices"
	"time"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/vms/platformvm/reward"
	"github.com/ava-labs/avalanchego/vms/platformvm/txs"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"

	"couloir/test/dropin/avalanchego/local"
)

func (w *world) createSubnet() error {
	tx, err := w.wallet.IssueCreateSubnetTx(local.Owner())
	if err != nil {
		return err
	}
	got, err := w.client.GetSubnet(w.ctx, tx.ID())
	return is(err, got.IsPermissioned && got.Threshold == 1, "subnet", got)
}

func (w *world) createChain() error {
	subnetTx, err := w.wallet.IssueCreateSubnetTx(local.Owner())
	if err != nil {
		return err
	}
	tx, err := w.wallet.IssueCreateChainTx(subnetTx.ID(), []byte("{}"), constants.SubnetEVMID, nil, "dropin")
	if err != nil {
		return err
	}
	got, err := w.client.ValidatedBy(w.ctx, tx.ID())
	return is(err, got == subnetTx.ID(), "validated by", got)
}

func (w *world) transferSubnet() error {
	subnetTx, err := w.wallet.IssueCreateSubnetTx(local.Owner())
	if err != nil {
		return err
	}
	to := ids.GenerateTestShortID()
	owner := &secp256k1fx.OutputOwners{Threshold: 1, Addrs: []ids.ShortID{to}}
	if _, err := w.wallet.IssueTransferSubnetOwnershipTx(subnetTx.ID(), owner); err != nil {
		return err
	}
	got, err := w.client.GetSubnet(w.ctx, subnetTx.ID())
	return is(err, slices.Equal(got.ControlKeys, []ids.ShortID{to}), "control keys", got.ControlKeys)
}

func (w *world) transformSubnet() error {
	subnetTx, err := w.wallet.IssueCreateSubnetTx(local.Owner())
	if err != nil {
		return err
	}
	_, err = w.wallet.IssueTransformSubnetTx(
		subnetTx.ID(), w.assets, 1, 2, reward.PercentDenominator, reward.PercentDenominator,
		1, 2, time.Second, day, 0, 1, 5, reward.PercentDenominator,
	)
	return refused(err, unsupported)
}

func (w *world) addSubnetValidator() error {
	subnetID, nodeID, err := w.subnetWithValidator()
	if err != nil {
		return err
	}
	got, err := w.client.GetCurrentValidators(w.ctx, subnetID, nil)
	return is(err, len(got) == 1 && got[0].NodeID == nodeID, "validators", got)
}

func (w *world) removeSubnetValidator() error {
	subnetID, nodeID, err := w.subnetWithValidator()
	if err != nil {
		return err
	}
	if _, err := w.wallet.IssueRemoveSubnetValidatorTx(nodeID, subnetID); err != nil {
		return err
	}
	got, err := w.client.GetCurrentValidators(w.ctx, subnetID, nil)
	return is(err, len(got) == 0, "validators", got)
}

// subnetWithValidator lets a new validator of the primary network validate a new subnet too.
func (w *world) subnetWithValidator() (ids.ID, ids.NodeID, error) {
	subnetTx, err := w.wallet.IssueCreateSubnetTx(local.Owner())
	if err != nil {
		return ids.Empty, ids.EmptyNodeID, err
	}
	nodeID := ids.GenerateTestNodeID()
	if _, err := local.AddValidator(w.wallet, nodeID, time.Now().Add(3*day)); err != nil {
		return ids.Empty, ids.EmptyNodeID, err
	}
	_, err = w.wallet.IssueAddSubnetValidatorTx(&txs.SubnetValidator{
		Validator: txs.Validator{NodeID: nodeID, End: uint64(time.Now().Add(2 * day).Unix()), Wght: 1},
		Subnet:    subnetTx.ID(),
	})
	return subnetTx.ID(), nodeID, err
}
