package wallet_test

import (
	"time"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/vms/platformvm"
	"github.com/ava-labs/avalanchego/vms/platformvm/txs"

	"couloir/test/dropin/avalanchego/local"
)

func (w *world) addValidator() error {
	_, err := w.wallet.IssueAddValidatorTx(w.staker(local.ValidatorStake), local.Owner(), local.DelegationShares)
	return refused(err, unsupported)
}

func (w *world) addDelegator() error {
	_, err := w.wallet.IssueAddDelegatorTx(w.staker(local.DelegatorStake), local.Owner())
	return refused(err, unsupported)
}

func (w *world) staker(weight uint64) *txs.Validator {
	start := time.Now().Add(time.Minute)
	return &txs.Validator{
		NodeID: ids.GenerateTestNodeID(),
		Start:  uint64(start.Unix()),
		End:    uint64(start.Add(2 * day).Unix()),
		Wght:   weight,
	}
}

func (w *world) addPermissionlessValidator() error {
	nodeID := ids.GenerateTestNodeID()
	tx, err := local.AddValidator(w.wallet, nodeID, time.Now().Add(2*day))
	if err != nil {
		return err
	}
	got, err := w.validator(nodeID)
	return is(err, got.TxID == tx.ID(), "validator", got)
}

func (w *world) addPermissionlessDelegator() error {
	nodeID, end := ids.GenerateTestNodeID(), time.Now().Add(2*day)
	if _, err := local.AddValidator(w.wallet, nodeID, end); err != nil {
		return err
	}
	tx, err := local.AddDelegator(w.wallet, nodeID, end)
	if err != nil {
		return err
	}
	got, err := w.validator(nodeID)
	return is(err, len(got.Delegators) == 1 && got.Delegators[0].TxID == tx.ID(), "delegators", got.Delegators)
}

func (w *world) validator(nodeID ids.NodeID) (platformvm.ClientPermissionlessValidator, error) {
	got, err := w.client.GetCurrentValidators(w.ctx, constants.PrimaryNetworkID, []ids.NodeID{nodeID})
	if err := is(err, len(got) == 1, "validators", got); err != nil {
		return platformvm.ClientPermissionlessValidator{}, err
	}
	return got[0], nil
}
