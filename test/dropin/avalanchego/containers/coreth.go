//go:build !graft

package main

import (
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/coreth/plugin/evm"
)

const knowsHelicon = false

// Atomic transactions are in coreth's own module.
type (
	atomicTx       = evm.Tx
	unsignedAtomic = evm.UnsignedAtomicTx
	unsignedImport = evm.UnsignedImportTx
	unsignedExport = evm.UnsignedExportTx
	atomicOutput   = evm.EVMOutput
	atomicInput    = evm.EVMInput
)

var (
	atomicCodec   = evm.Codec
	readAtomicTx  = evm.ExtractAtomicTx
	readAtomicTxs = evm.ExtractAtomicTxsBatch
)

const needsGraft = "build with the tag graft in the sources of v1.15"

// This AvalancheGo does not know Helicon.
func heliconTxs([]byte) (all, again []byte, err error) { panic(needsGraft) }

func readHeader([]byte) (ids.ID, []byte, error) { panic(needsGraft) }

func (random) header() []byte { panic(needsGraft) }
