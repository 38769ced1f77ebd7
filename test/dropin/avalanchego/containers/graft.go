//go:build graft

package main

import (
	"math/big"
	"reflect"

	"github.com/ava-labs/libevm/crypto"
	"github.com/ava-labs/libevm/rlp"

	"github.com/ava-labs/avalanchego/graft/coreth/plugin/evm/atomic"
	"github.com/ava-labs/avalanchego/graft/coreth/plugin/evm/customtypes"
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/vms/saevm/cchain/tx"
)

const knowsHelicon = true

// Atomic transactions are in a folder of AvalancheGo since v1.14.2.
type (
	atomicTx       = atomic.Tx
	unsignedAtomic = atomic.UnsignedAtomicTx
	unsignedImport = atomic.UnsignedImportTx
	unsignedExport = atomic.UnsignedExportTx
	atomicOutput   = atomic.EVMOutput
	atomicInput    = atomic.EVMInput
)

var (
	atomicCodec   = atomic.Codec
	readAtomicTx  = atomic.ExtractAtomicTx
	readAtomicTxs = atomic.ExtractAtomicTxsBatch
)

// heliconTxs reads a batch with the codec that the C-chain has since Helicon: all IDs, and what it writes again.
func heliconTxs(container []byte) (all, again []byte, err error) {
	txs, err := tx.ParseSlice(container)
	if err != nil {
		return nil, nil, err
	}
	for _, each := range txs {
		id := each.ID()
		all = append(all, id[:]...)
	}
	return all, must(tx.MarshalSlice(txs)), nil
}

// firstOptional is the field of a header that the first upgrade added.
const firstOptional = 16

// header has random fields up to those of some upgrade.
func (r random) header() []byte {
	header := new(customtypes.HeaderSerializable)
	value := reflect.ValueOf(header).Elem()
	for i := 0; i < firstOptional+r.Intn(value.NumField()-firstOptional+1); i++ {
		field := value.Field(i)
		switch field.Interface().(type) {
		case *big.Int:
			field.Set(reflect.ValueOf(new(big.Int).SetBytes(r.bytes(40))))
		case []byte:
			field.SetBytes(r.bytes(80))
		default:
			if field.Kind() == reflect.Pointer {
				field.Set(reflect.New(field.Type().Elem()))
				field = field.Elem()
			}
			if field.Kind() == reflect.Uint64 {
				field.SetUint(r.Uint64() >> r.Intn(64))
			} else {
				r.Read(field.Slice(0, field.Len()).Bytes())
			}
		}
	}
	return must(rlp.EncodeToBytes(header))
}

// readHeader reads the header of a block of the C-chain: its hash, and what coreth writes again.
func readHeader(container []byte) (ids.ID, []byte, error) {
	header := new(customtypes.HeaderSerializable)
	if err := rlp.DecodeBytes(container, header); err != nil {
		return ids.Empty, nil, err
	}
	again := must(rlp.EncodeToBytes(header))
	return ids.ID(crypto.Keccak256Hash(again)), again, nil
}
