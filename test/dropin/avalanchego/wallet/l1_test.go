package wallet_test

import (
	"time"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils/crypto/bls"
	"github.com/ava-labs/avalanchego/utils/units"
	"github.com/ava-labs/avalanchego/vms/platformvm/signer"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp/message"
	"github.com/ava-labs/avalanchego/wallet/subnet/primary"

	"couloir/test/dropin/avalanchego/local"
)

func (w *world) convertSubnet() error {
	l1, err := local.NewL1(w.wallet)
	if err != nil {
		return err
	}
	got, err := w.client.GetSubnet(w.ctx, l1.SubnetID)
	return is(err, !got.IsPermissioned && got.ManagerChainID == l1.ChainID, "subnet", got)
}

func (w *world) registerL1Validator() error {
	l1, err := local.NewL1(w.wallet)
	if err != nil {
		return err
	}
	key, err := bls.NewSigner()
	if err != nil {
		return err
	}
	proof := signer.NewProofOfPossession(key)
	owner := message.PChainOwner{Threshold: 1, Addresses: []ids.ShortID{local.Key.Address()}}
	expiry := uint64(time.Now().Add(5 * time.Minute).Unix())
	register, err := message.NewRegisterL1Validator(
		l1.SubnetID, ids.GenerateTestNodeID(), proof.PublicKey, expiry, owner, owner, 1,
	)
	if err != nil {
		return err
	}
	signed, err := l1.Sign(register)
	if err != nil {
		return err
	}
	if _, err := w.wallet.IssueRegisterL1ValidatorTx(units.Avax, proof.ProofOfPossession, signed); err != nil {
		return err
	}
	got, _, err := w.client.GetL1Validator(w.ctx, register.ValidationID())
	return is(err, got.SubnetID == l1.SubnetID && got.Weight == 1, "validator", got)
}

func (w *world) setL1ValidatorWeight() error {
	l1, err := local.NewL1(w.wallet)
	if err != nil {
		return err
	}
	said, err := message.NewL1ValidatorWeight(l1.ValidationID(), 3, 2*local.Weight)
	if err != nil {
		return err
	}
	signed, err := l1.Sign(said)
	if err != nil {
		return err
	}
	if _, err := w.wallet.IssueSetL1ValidatorWeightTx(signed); err != nil {
		return err
	}
	got, _, err := w.client.GetL1Validator(w.ctx, l1.ValidationID())
	return is(err, got.Weight == 2*local.Weight && got.MinNonce == 4, "validator", got)
}

func (w *world) increaseL1ValidatorBalance() error {
	l1, err := local.NewL1(w.wallet)
	if err != nil {
		return err
	}
	before, _, err := w.client.GetL1Validator(w.ctx, l1.ValidationID())
	if err != nil {
		return err
	}
	if _, err := w.wallet.IssueIncreaseL1ValidatorBalanceTx(l1.ValidationID(), units.Avax); err != nil {
		return err
	}
	got, _, err := w.client.GetL1Validator(w.ctx, l1.ValidationID())
	return is(err, got.Balance > before.Balance+units.Avax/2, "balance", got.Balance)
}

func (w *world) disableL1Validator() error {
	l1, err := local.NewL1(w.wallet)
	if err != nil {
		return err
	}
	// The wallet must know the owner who may.
	fresh, err := local.Wallet(w.ctx, primary.WalletConfig{ValidationIDs: []ids.ID{l1.ValidationID()}})
	if err != nil {
		return err
	}
	if _, err := fresh.IssueDisableL1ValidatorTx(l1.ValidationID()); err != nil {
		return err
	}
	w.wallet = fresh
	got, _, err := w.client.GetL1Validator(w.ctx, l1.ValidationID())
	return is(err, got.Balance == 0, "balance", got.Balance)
}
