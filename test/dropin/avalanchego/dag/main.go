// Command dag builds the DAG of an X-chain before Cortina with AvalancheGo's own packages. `dag NETWORK_ID GENESIS_FILE COUNT`
// prints COUNT vertices and the stop vertex that ends them, as lines of hex. Their transactions spend what the genesis gives
// to the best known key of the local network; the last two export to the P-chain.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"math/rand"
	"os"
	"strconv"

	"github.com/ava-labs/avalanchego/genesis"
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/snow/engine/avalanche/vertex"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/crypto/secp256k1"
	"github.com/ava-labs/avalanchego/utils/units"
	"github.com/ava-labs/avalanchego/vms/avm"
	"github.com/ava-labs/avalanchego/vms/avm/block"
	"github.com/ava-labs/avalanchego/vms/avm/fxs"
	"github.com/ava-labs/avalanchego/vms/avm/txs"
	"github.com/ava-labs/avalanchego/vms/components/avax"
	"github.com/ava-labs/avalanchego/vms/components/verify"
	"github.com/ava-labs/avalanchego/vms/nftfx"
	platform "github.com/ava-labs/avalanchego/vms/platformvm/txs"
	"github.com/ava-labs/avalanchego/vms/propertyfx"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"
)

const (
	lanes  = 8
	width  = 4
	fee    = 20 * units.MilliAvax
	export = units.Avax
)

var (
	parser = must(block.NewParser([]fxs.Fx{&secp256k1fx.Fx{}, &nftfx.Fx{}, &propertyfx.Fx{}}))
	key    = genesis.EWOQKey
	random = rand.New(rand.NewSource(1))
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// somebody else, so that the wallet of the tests has AVAX alone.
var somebody = secp256k1fx.OutputOwners{Threshold: 1, Addrs: []ids.ShortID{{1}}}

func main() {
	networkID := uint32(must(strconv.ParseUint(os.Args[1], 10, 32)))
	count := must(strconv.Atoi(os.Args[3]))
	config := genesis.LocalParams.StakingConfig
	bytes, assetID, err := genesis.FromFile(networkID, os.Args[2], &config)
	if err != nil {
		panic(err)
	}
	chain := must(genesis.VMGenesis(bytes, constants.AVMID))
	w := &wallet{networkID: networkID, chainID: chain.ID(), assetID: assetID}
	w.open(chain.Unsigned.(*platform.CreateChainTx).GenesisData)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, each := range dagOf(w, count) {
		fmt.Fprintln(out, hex.EncodeToString(each.Bytes()))
	}
}

// dagOf returns the vertices with the stop vertex at the end. Up to width vertices are beside each other.
func dagOf(w *wallet, count int) []vertex.StatelessVertex {
	vertices := []vertex.StatelessVertex{must(vertex.Build(w.chainID, 0, nil, [][]byte{w.divide()}))}
	below := vertices
	var last []byte
	for len(vertices) < count {
		var level []vertex.StatelessVertex
		for len(level) < width && len(vertices)+len(level) < count {
			contents := [][]byte{w.next(len(vertices)+len(level), count)}
			// A transaction can be in two vertices.
			if last != nil && len(vertices)%37 == 0 {
				contents = append(contents, last)
			}
			last = contents[0]
			// The first one builds on all, so that nothing is left out.
			parents := below
			if len(level) > 0 {
				parents = below[random.Intn(len(below)):]
			}
			level = append(level, must(vertex.Build(w.chainID, heightAbove(parents), idsOf(parents), contents)))
		}
		vertices = append(vertices, level...)
		below = level
	}
	return append(vertices, must(vertex.BuildStopVertex(w.chainID, heightAbove(below), idsOf(below))))
}

func heightAbove(parents []vertex.StatelessVertex) uint64 {
	height := uint64(0)
	for _, parent := range parents {
		height = max(height, parent.Height()+1)
	}
	return height
}

func idsOf(vertices []vertex.StatelessVertex) []ids.ID {
	result := make([]ids.ID, len(vertices))
	for i, each := range vertices {
		result[i] = each.ID()
	}
	return result
}

// wallet has one output in each lane.
type wallet struct {
	networkID        uint32
	chainID, assetID ids.ID
	lanes            []*avax.UTXO
}

func (w *wallet) open(bytes []byte) {
	var content avm.Genesis
	must(parser.GenesisCodec().Unmarshal(bytes, &content))
	for _, asset := range content.Txs {
		tx := &txs.Tx{Unsigned: &asset.CreateAssetTx}
		if err := tx.Initialize(parser.GenesisCodec()); err != nil {
			panic(err)
		}
		for _, utxo := range tx.UTXOs() {
			out, ok := utxo.Out.(*secp256k1fx.TransferOutput)
			if ok && tx.ID() == w.assetID && out.Addrs[0] == key.Address() && (w.lanes == nil || out.Amt > amountOf(w.lanes[0])) {
				w.lanes = []*avax.UTXO{utxo}
			}
		}
	}
}

// divide spends the output of the genesis into lanes.
func (w *wallet) divide() []byte {
	each := (amountOf(w.lanes[0]) - fee) / lanes
	tx := &txs.Tx{Unsigned: &txs.BaseTx{BaseTx: w.base(w.lanes[0], each, lanes)}}
	return w.sign(tx)
}

// next spends the output of one lane; the last transactions export.
func (w *wallet) next(number, count int) []byte {
	utxo := w.lanes[0]
	w.lanes = w.lanes[1:]
	amount := amountOf(utxo) - fee
	switch {
	case number == 10:
		return w.sign(&txs.Tx{Unsigned: &txs.CreateAssetTx{
			BaseTx:       txs.BaseTx{BaseTx: w.base(utxo, amount, 1)},
			Name:         "Couloir",
			Symbol:       "COUL",
			Denomination: 9,
			States: []*txs.InitialState{{
				FxIndex: 0,
				Outs:    []verify.State{&secp256k1fx.MintOutput{OutputOwners: somebody}},
			}},
		}})
	case number >= count-2:
		return w.sign(&txs.Tx{Unsigned: &txs.ExportTx{
			BaseTx:           txs.BaseTx{BaseTx: w.base(utxo, amount-export, 1)},
			DestinationChain: constants.PlatformChainID,
			ExportedOuts:     []*avax.TransferableOutput{w.output(export)},
		}})
	default:
		return w.sign(&txs.Tx{Unsigned: &txs.BaseTx{BaseTx: w.base(utxo, amount, 1)}})
	}
}

func (w *wallet) base(utxo *avax.UTXO, amount uint64, outputs int) avax.BaseTx {
	base := avax.BaseTx{
		NetworkID:    w.networkID,
		BlockchainID: w.chainID,
		Ins: []*avax.TransferableInput{{
			UTXOID: utxo.UTXOID,
			Asset:  utxo.Asset,
			In: &secp256k1fx.TransferInput{
				Amt:   amountOf(utxo),
				Input: secp256k1fx.Input{SigIndices: []uint32{0}},
			},
		}},
	}
	for range outputs {
		base.Outs = append(base.Outs, w.output(amount))
	}
	return base
}

func (w *wallet) output(amount uint64) *avax.TransferableOutput {
	return &avax.TransferableOutput{
		Asset: avax.Asset{ID: w.assetID},
		Out:   &secp256k1fx.TransferOutput{Amt: amount, OutputOwners: owners()},
	}
}

func owners() secp256k1fx.OutputOwners {
	return secp256k1fx.OutputOwners{Threshold: 1, Addrs: []ids.ShortID{key.Address()}}
}

// sign puts the outputs that stay into lanes.
func (w *wallet) sign(tx *txs.Tx) []byte {
	if err := tx.SignSECP256K1Fx(parser.Codec(), [][]*secp256k1.PrivateKey{{key}}); err != nil {
		panic(err)
	}
	if w.lanes[0].TxID == w.assetID {
		w.lanes = nil
	}
	for _, utxo := range tx.UTXOs() {
		if _, ok := utxo.Out.(*secp256k1fx.TransferOutput); ok {
			w.lanes = append(w.lanes, utxo)
		}
	}
	return tx.Bytes()
}

func amountOf(utxo *avax.UTXO) uint64 {
	return utxo.Out.(*secp256k1fx.TransferOutput).Amt
}
