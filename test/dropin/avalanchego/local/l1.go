package local

import (
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/crypto/bls"
	"github.com/ava-labs/avalanchego/utils/set"
	"github.com/ava-labs/avalanchego/utils/units"
	"github.com/ava-labs/avalanchego/vms/platformvm/signer"
	"github.com/ava-labs/avalanchego/vms/platformvm/txs"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp/message"
	"github.com/ava-labs/avalanchego/vms/platformvm/warp/payload"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"
	"github.com/ava-labs/avalanchego/wallet/chain/p/wallet"
)

// L1 is a subnet with a chain, converted, with one validator whose BLS key is here.
type L1 struct {
	SubnetID ids.ID
	ChainID  ids.ID
	// Manager is the address whose messages its chain signs.
	Manager []byte
	NodeID  ids.NodeID

	networkID uint32
	key       *bls.LocalSigner
}

// Weight is that of the L1's first validator.
const Weight = 100

// Owner is Key alone.
func Owner() *secp256k1fx.OutputOwners {
	return &secp256k1fx.OutputOwners{Threshold: 1, Addrs: []ids.ShortID{Key.Address()}}
}

// NewL1 makes one with three transactions.
func NewL1(w wallet.Wallet) (*L1, error) {
	key, err := bls.NewSigner()
	if err != nil {
		return nil, err
	}
	l1 := &L1{
		Manager:   []byte{0xc0, 0x01, 0x01, 0x12},
		NodeID:    ids.GenerateTestNodeID(),
		networkID: w.Builder().Context().NetworkID,
		key:       key,
	}
	subnetTx, err := w.IssueCreateSubnetTx(Owner())
	if err != nil {
		return nil, err
	}
	l1.SubnetID = subnetTx.ID()
	chainTx, err := w.IssueCreateChainTx(l1.SubnetID, []byte("{}"), constants.SubnetEVMID, nil, "dropin")
	if err != nil {
		return nil, err
	}
	l1.ChainID = chainTx.ID()
	owner := message.PChainOwner{Threshold: 1, Addresses: []ids.ShortID{Key.Address()}}
	_, err = w.IssueConvertSubnetToL1Tx(l1.SubnetID, l1.ChainID, l1.Manager, []*txs.ConvertSubnetToL1Validator{{
		NodeID:                l1.NodeID.Bytes(),
		Weight:                Weight,
		Balance:               10 * units.Avax,
		Signer:                *signer.NewProofOfPossession(key),
		RemainingBalanceOwner: owner,
		DeactivationOwner:     owner,
	}})
	return l1, err
}

// ValidationID is that of the L1's first validator.
func (l *L1) ValidationID() ids.ID { return l.SubnetID.Append(0) }

// PublicKey is that of the L1's first validator.
func (l *L1) PublicKey() *bls.PublicKey { return l.key.PublicKey() }

// Sign makes the warp message in which the L1's manager says that, signed by its first validator.
func (l *L1) Sign(said message.Payload) ([]byte, error) {
	call, err := payload.NewAddressedCall(l.Manager, said.Bytes())
	if err != nil {
		return nil, err
	}
	unsigned, err := warp.NewUnsignedMessage(l.networkID, l.ChainID, call.Bytes())
	if err != nil {
		return nil, err
	}
	signature := bls.SignatureToBytes(l.key.Sign(unsigned.Bytes()))
	signed, err := warp.NewMessage(unsigned, &warp.BitSetSignature{
		Signers:   set.NewBits(0).Bytes(),
		Signature: [bls.SignatureLen]byte(signature),
	})
	if err != nil {
		return nil, err
	}
	return signed.Bytes(), nil
}
