package local

import (
	"time"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/crypto/bls"
	"github.com/ava-labs/avalanchego/utils/units"
	"github.com/ava-labs/avalanchego/vms/platformvm/signer"
	"github.com/ava-labs/avalanchego/vms/platformvm/txs"
	"github.com/ava-labs/avalanchego/wallet/chain/p/wallet"
)

const (
	// ValidatorStake and DelegatorStake are the least that the network takes.
	ValidatorStake = 2 * units.KiloAvax
	DelegatorStake = 25 * units.Avax
	// DelegationShares is 2 %.
	DelegationShares = 20_000
)

// AddValidator makes a node that is not a validator validate the primary network until then.
func AddValidator(w wallet.Wallet, nodeID ids.NodeID, end time.Time) (*txs.Tx, error) {
	key, err := bls.NewSigner()
	if err != nil {
		return nil, err
	}
	return w.IssueAddPermissionlessValidatorTx(
		staker(nodeID, end, ValidatorStake),
		signer.NewProofOfPossession(key),
		w.Builder().Context().AVAXAssetID,
		Owner(),
		Owner(),
		DelegationShares,
	)
}

// AddDelegator delegates to a validator of the primary network until then.
func AddDelegator(w wallet.Wallet, nodeID ids.NodeID, end time.Time) (*txs.Tx, error) {
	return w.IssueAddPermissionlessDelegatorTx(
		staker(nodeID, end, DelegatorStake),
		w.Builder().Context().AVAXAssetID,
		Owner(),
	)
}

func staker(nodeID ids.NodeID, end time.Time, weight uint64) *txs.SubnetValidator {
	return &txs.SubnetValidator{
		Validator: txs.Validator{NodeID: nodeID, End: uint64(end.Unix()), Wght: weight},
		Subnet:    constants.PrimaryNetworkID,
	}
}
