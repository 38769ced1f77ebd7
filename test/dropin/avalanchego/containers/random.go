package main

import (
	"math/rand"
	"time"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/snow/engine/avalanche/vertex"
	"github.com/ava-labs/avalanchego/utils/crypto/secp256k1"
	"github.com/ava-labs/avalanchego/vms/avm/block"
	"github.com/ava-labs/avalanchego/vms/avm/fxs"
	"github.com/ava-labs/avalanchego/vms/avm/txs"
	"github.com/ava-labs/avalanchego/vms/components/avax"
	"github.com/ava-labs/avalanchego/vms/components/verify"
	"github.com/ava-labs/avalanchego/vms/nftfx"
	"github.com/ava-labs/avalanchego/vms/propertyfx"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"
)

// random makes values that the wire can hold, valid or not by the rules of the chains.
type random struct{ *rand.Rand }

func few[T any](r random, make func() T) []T {
	var values []T
	for i := r.Intn(4); i > 0; i-- {
		values = append(values, make())
	}
	return values
}

func (r random) bytes(max int) []byte {
	value := make([]byte, r.Intn(max+1))
	r.Read(value)
	return value
}

func (r random) id() (id ids.ID) {
	r.Read(id[:])
	return id
}

func (r random) shortID() (id ids.ShortID) {
	r.Read(id[:])
	return id
}

func (r random) owners() secp256k1fx.OutputOwners {
	return secp256k1fx.OutputOwners{Locktime: r.Uint64(), Threshold: r.Uint32(), Addrs: few(r, r.shortID)}
}

func (r random) input() secp256k1fx.Input {
	return secp256k1fx.Input{SigIndices: few(r, r.Uint32)}
}

func (r random) transferOutput() secp256k1fx.TransferOutput {
	return secp256k1fx.TransferOutput{Amt: r.Uint64(), OutputOwners: r.owners()}
}

func (r random) nftOutput() nftfx.TransferOutput {
	return nftfx.TransferOutput{GroupID: r.Uint32(), Payload: r.bytes(40), OutputOwners: r.owners()}
}

func (r random) output() *avax.TransferableOutput {
	output := r.transferOutput()
	return &avax.TransferableOutput{Asset: avax.Asset{ID: r.id()}, Out: &output}
}

func (r random) utxoID() *avax.UTXOID {
	return &avax.UTXOID{TxID: r.id(), OutputIndex: r.Uint32()}
}

func (r random) transferableInput() *avax.TransferableInput {
	input := &secp256k1fx.TransferInput{Amt: r.Uint64(), Input: r.input()}
	return &avax.TransferableInput{UTXOID: *r.utxoID(), Asset: avax.Asset{ID: r.id()}, In: input}
}

func (r random) state() verify.State {
	transfer, nft := r.transferOutput(), r.nftOutput()
	return []verify.State{
		&transfer,
		&nft,
		&secp256k1fx.MintOutput{OutputOwners: r.owners()},
		&nftfx.MintOutput{GroupID: r.Uint32(), OutputOwners: r.owners()},
		&propertyfx.MintOutput{OutputOwners: r.owners()},
		&propertyfx.OwnedOutput{OutputOwners: r.owners()},
	}[r.Intn(6)]
}

func (r random) fxOperation() fxs.FxOperation {
	owners := func() *secp256k1fx.OutputOwners {
		owners := r.owners()
		return &owners
	}
	return []fxs.FxOperation{
		&secp256k1fx.MintOperation{
			MintInput:      r.input(),
			MintOutput:     secp256k1fx.MintOutput{OutputOwners: r.owners()},
			TransferOutput: r.transferOutput(),
		},
		&nftfx.MintOperation{MintInput: r.input(), GroupID: r.Uint32(), Payload: r.bytes(40), Outputs: few(r, owners)},
		&nftfx.TransferOperation{Input: r.input(), Output: r.nftOutput()},
		&propertyfx.MintOperation{
			MintInput:   r.input(),
			MintOutput:  propertyfx.MintOutput{OutputOwners: r.owners()},
			OwnedOutput: propertyfx.OwnedOutput{OutputOwners: r.owners()},
		},
		&propertyfx.BurnOperation{Input: r.input()},
	}[r.Intn(5)]
}

func (r random) operation() *txs.Operation {
	return &txs.Operation{Asset: avax.Asset{ID: r.id()}, UTXOIDs: few(r, r.utxoID), Op: r.fxOperation()}
}

func (r random) signature() (signature [secp256k1.SignatureLen]byte) {
	r.Read(signature[:])
	return signature
}

func (r random) secpCredential() *secp256k1fx.Credential {
	return &secp256k1fx.Credential{Sigs: few(r, r.signature)}
}

// credential is sometimes what only the codec accepts as one.
func (r random) credential() *fxs.FxCredential {
	return &fxs.FxCredential{Credential: []verify.Verifiable{
		r.secpCredential(),
		&nftfx.Credential{Credential: *r.secpCredential()},
		&propertyfx.Credential{Credential: *r.secpCredential()},
		r.state(),
		r.fxOperation(),
	}[r.Intn(5)]}
}

func (r random) baseTx() txs.BaseTx {
	return txs.BaseTx{BaseTx: avax.BaseTx{
		NetworkID:    r.Uint32(),
		BlockchainID: r.id(),
		Outs:         few(r, r.output),
		Ins:          few(r, r.transferableInput),
		Memo:         r.bytes(40),
	}}
}

func (r random) xChainTx() *txs.Tx {
	base := r.baseTx()
	state := func() *txs.InitialState {
		return &txs.InitialState{FxIndex: r.Uint32(), Outs: few(r, r.state)}
	}
	tx := &txs.Tx{Creds: few(r, r.credential), Unsigned: []txs.UnsignedTx{
		&base,
		&txs.CreateAssetTx{
			BaseTx: base, Name: string(r.bytes(20)), Symbol: string(r.bytes(5)),
			Denomination: byte(r.Uint32()), States: few(r, state),
		},
		&txs.OperationTx{BaseTx: base, Ops: few(r, r.operation)},
		&txs.ImportTx{BaseTx: base, SourceChain: r.id(), ImportedIns: few(r, r.transferableInput)},
		&txs.ExportTx{BaseTx: base, DestinationChain: r.id(), ExportedOuts: few(r, r.output)},
	}[r.Intn(5)]}
	if err := tx.Initialize(parser.Codec()); err != nil {
		panic(err)
	}
	return tx
}

func (r random) xChainBlock() []byte {
	at := time.Unix(r.Int63(), 0)
	return must(block.NewStandardBlock(r.id(), r.Uint64(), at, few(r, r.xChainTx), parser.Codec())).Bytes()
}

func (r random) vertex() []byte {
	if r.Intn(3) == 0 {
		return must(vertex.BuildStopVertex(r.id(), r.Uint64(), few(r, r.id))).Bytes()
	}
	content := few(r, func() []byte { return r.xChainTx().Bytes() })
	content = append(content, r.xChainTx().Bytes())
	return must(vertex.Build(r.id(), r.Uint64(), few(r, r.id), content)).Bytes()
}

func (r random) atomicTx() *atomicTx {
	output := func() atomicOutput {
		out := atomicOutput{Amount: r.Uint64(), AssetID: r.id()}
		r.Read(out.Address[:])
		return out
	}
	input := func() atomicInput {
		out := output()
		return atomicInput{Address: out.Address, Amount: out.Amount, AssetID: out.AssetID, Nonce: r.Uint64()}
	}
	tx := &atomicTx{
		Creds: few(r, func() verify.Verifiable { return r.secpCredential() }),
		UnsignedAtomicTx: []unsignedAtomic{
			&unsignedImport{
				NetworkID: r.Uint32(), BlockchainID: r.id(), SourceChain: r.id(),
				ImportedInputs: few(r, r.transferableInput), Outs: few(r, output),
			},
			&unsignedExport{
				NetworkID: r.Uint32(), BlockchainID: r.id(), DestinationChain: r.id(),
				Ins: few(r, input), ExportedOutputs: few(r, r.output),
			},
		}[r.Intn(2)],
	}
	if err := tx.Sign(atomicCodec, nil); err != nil {
		panic(err)
	}
	return tx
}

func (r random) atomicTxs() []byte {
	return must(atomicCodec.Marshal(0, append(few(r, r.atomicTx), r.atomicTx())))
}

// broken changes, removes or adds a byte.
func (r random) broken(container []byte) []byte {
	at := r.Intn(len(container))
	switch r.Intn(3) {
	case 0:
		changed := append([]byte{}, container...)
		changed[at] ^= 1 << r.Intn(8)
		return changed
	case 1:
		return container[:at]
	default:
		return append(append([]byte{}, container...), 0)
	}
}
