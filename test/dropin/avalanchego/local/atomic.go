package local

import (
	"context"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils/formatting"
	"github.com/ava-labs/avalanchego/vms/components/avax"
	"github.com/ava-labs/avalanchego/vms/platformvm/txs"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"
)

// ExportFromX lets there be a UTXO of Key's as if the X-chain had exported it.
func ExportFromX(ctx context.Context, assetID ids.ID, amount uint64) (*avax.UTXO, error) {
	utxo := &avax.UTXO{
		UTXOID: avax.UTXOID{TxID: ids.GenerateTestID()},
		Asset:  avax.Asset{ID: assetID},
		Out:    &secp256k1fx.TransferOutput{Amt: amount, OutputOwners: *Owner()},
	}
	bytes, err := txs.Codec.Marshal(txs.CodecVersion, utxo)
	if err != nil {
		return nil, err
	}
	text, err := formatting.Encode(formatting.HexNC, bytes)
	if err != nil {
		return nil, err
	}
	params := map[string]any{"utxo": text, "sourceChain": "X"}
	return utxo, Call(ctx, "/ext/dev", "dev.addAtomicUTXO", params, &struct{}{})
}
