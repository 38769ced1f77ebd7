package clients

import (
	"context"
	"maps"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/vms/components/avax"
	"github.com/ava-labs/avalanchego/vms/platformvm/txs"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"
	"github.com/ava-labs/avalanchego/wallet/chain/p/signer"
	"github.com/ava-labs/avalanchego/wallet/subnet/primary"

	"couloir/test/dropin/avalanchego/every"
	"couloir/test/dropin/avalanchego/local"
)

// importKey gives the key to a user of the node; AvalancheGo's clients cannot.
func importKey(ctx context.Context) error {
	if err := local.Call(ctx, "/ext/keystore", "keystore.createUser", user, &struct{}{}); err != nil {
		return err
	}
	params := map[string]any{
		"username":   user.Username,
		"password":   user.Password,
		"privateKey": local.Key.String(),
	}
	return local.Call(ctx, "/ext/P", "platform.importKey", params, &struct{}{})
}

// sumOf decodes UTXOs and adds up their amounts.
func sumOf(utxos [][]byte, _ ids.ShortID, _ ids.ID, err error) (uint64, error) {
	if err != nil {
		return 0, err
	}
	var sum uint64
	for _, bytes := range utxos {
		var utxo avax.UTXO
		if _, err := txs.Codec.Unmarshal(bytes, &utxo); err != nil {
			return 0, err
		}
		sum += utxo.Out.(avax.Amounter).Amount()
	}
	return sum, nil
}

// transfer is signed and not issued.
func (s *scene) transfer(ctx context.Context) (*txs.Tx, error) {
	w, err := local.Wallet(ctx, primary.WalletConfig{})
	if err != nil {
		return nil, err
	}
	unsigned, err := w.Builder().NewBaseTx([]*avax.TransferableOutput{{
		Asset: avax.Asset{ID: w.Builder().Context().AVAXAssetID},
		Out:   &secp256k1fx.TransferOutput{Amt: 1, OutputOwners: *local.Owner()},
	}})
	if err != nil {
		return nil, err
	}
	return signer.SignUnsigned(ctx, w.Signer(), unsigned)
}

func merged(parts ...map[string]every.Check) map[string]every.Check {
	all := make(map[string]every.Check)
	for _, part := range parts {
		maps.Copy(all, part)
	}
	return all
}
