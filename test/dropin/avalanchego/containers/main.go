// Command containers writes random containers of the X- and C-chain with AvalancheGo's and coreth's own codecs, and
// reads those of others. `containers write COUNT SEED` prints lines of kind, bytes and ID, of broken bytes with `-` as ID.
// `containers read` answers each line of kind and bytes with the ID after encoding again, or `-`.
package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/snow/engine/avalanche/vertex"
	"github.com/ava-labs/avalanchego/utils/hashing"
	"github.com/ava-labs/avalanchego/vms/avm/block"
	"github.com/ava-labs/avalanchego/vms/avm/fxs"
	"github.com/ava-labs/avalanchego/vms/avm/txs"
	"github.com/ava-labs/avalanchego/vms/nftfx"
	"github.com/ava-labs/avalanchego/vms/propertyfx"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"
)

var parser = must(block.NewParser([]fxs.Fx{&secp256k1fx.Fx{}, &nftfx.Fx{}, &propertyfx.Fx{}}))

// errNoTxs: no batch is no bytes, which the readers of batches refuse alike.
var errNoTxs = errors.New("no transactions")

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	switch os.Args[1] {
	case "write":
		write(out, must(strconv.Atoi(os.Args[2])), must(strconv.ParseInt(os.Args[3], 10, 64)))
	case "read":
		lines := bufio.NewScanner(os.Stdin)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			kind, text, _ := strings.Cut(lines.Text(), " ")
			fmt.Fprintln(out, idOf(kind, must(hex.DecodeString(text))))
		}
	default:
		panic("write or read")
	}
}

func write(out *bufio.Writer, count int, seed int64) {
	r := random{rand.New(rand.NewSource(seed))}
	for i := 0; i < count; i++ {
		containers := map[string][]byte{
			"tx":     r.xChainTx().Bytes(),
			"block":  r.xChainBlock(),
			"vertex": r.vertex(),
			"atomic": r.atomicTx().SignedBytes(),
			"batch":  r.atomicTxs(),
		}
		if knowsHelicon {
			containers["helicon"] = r.atomicTxs()
			containers["header"] = r.header()
		}
		for kind, container := range containers {
			fmt.Fprintln(out, kind, hex.EncodeToString(container), idOf(kind, container))
			broken := r.broken(container)
			fmt.Fprintln(out, kind, hex.EncodeToString(broken), idOf(kind, broken))
		}
	}
}

// idOf parses the bytes and encodes what it read; the ID, or - if the bytes are refused.
func idOf(kind string, container []byte) string {
	id, again, err := read(kind, container)
	if err != nil {
		return "-"
	}
	if !bytes.Equal(again, container) {
		panic(fmt.Sprintf("%s changed: %x %x", kind, container, again))
	}
	return id.String()
}

func read(kind string, container []byte) (ids.ID, []byte, error) {
	switch kind {
	case "tx":
		tx, err := parser.ParseTx(container)
		if err != nil {
			return ids.Empty, nil, err
		}
		again := must(parser.Codec().Marshal(txs.CodecVersion, tx))
		return tx.ID(), again, nil
	case "block":
		blk, err := parser.ParseBlock(container)
		if err != nil {
			return ids.Empty, nil, err
		}
		again := must(parser.Codec().Marshal(txs.CodecVersion, &blk))
		return blk.ID(), again, nil
	case "vertex":
		vtx, err := vertex.Parse(container)
		if err != nil {
			return ids.Empty, nil, err
		}
		if err := vtx.Verify(); err != nil {
			return ids.Empty, nil, err
		}
		if vtx.StopVertex() {
			again := must(vertex.BuildStopVertex(vtx.ChainID(), vtx.Height(), vtx.ParentIDs()))
			return vtx.ID(), again.Bytes(), nil
		}
		again := must(vertex.Build(vtx.ChainID(), vtx.Height(), vtx.ParentIDs(), vtx.Txs()))
		return vtx.ID(), again.Bytes(), nil
	case "atomic":
		tx, err := readAtomicTx(container, atomicCodec)
		if err != nil {
			return ids.Empty, nil, err
		}
		return tx.ID(), tx.SignedBytes(), nil
	case "batch":
		batch, err := readAtomicTxs(container, atomicCodec)
		if err != nil {
			return ids.Empty, nil, err
		}
		var all []byte
		for _, tx := range batch {
			id := tx.ID()
			all = append(all, id[:]...)
		}
		return hashing.ComputeHash256Array(all), must(atomicCodec.Marshal(0, batch)), nil
	case "header":
		return readHeader(container)
	case "helicon":
		all, again, err := heliconTxs(container)
		if err != nil {
			return ids.Empty, nil, err
		}
		if len(all) == 0 {
			return ids.Empty, nil, errNoTxs
		}
		return hashing.ComputeHash256Array(all), again, nil
	default:
		panic(kind)
	}
}
