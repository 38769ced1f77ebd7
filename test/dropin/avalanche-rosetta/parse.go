// Command parse makes Mesh transactions with avalanche-rosetta's own parser: JSON in, JSON out.
package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"os"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils/formatting/address"
	"github.com/ava-labs/avalanchego/utils/rpc"
	"github.com/ava-labs/avalanchego/vms/avm"
	"github.com/ava-labs/avalanchego/vms/components/avax"
	"github.com/ava-labs/avalanchego/vms/platformvm/txs"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"

	"github.com/ava-labs/avalanche-rosetta/client"
	"github.com/ava-labs/avalanche-rosetta/constants"
	"github.com/ava-labs/avalanche-rosetta/mapper/pchain"
)

type output struct {
	TxID        ids.ID   `json:"txID"`
	OutputIndex uint32   `json:"outputIndex"`
	AssetID     ids.ID   `json:"assetID"`
	Amount      uint64   `json:"amount,string"`
	Threshold   uint32   `json:"threshold"`
	Locktime    uint64   `json:"locktime,string"`
	Addresses   []string `json:"addresses"`
}

type request struct {
	HRP         string            `json:"hrp"`
	AvaxAssetID ids.ID            `json:"avaxAssetID"`
	Chains      map[string]ids.ID `json:"chains"`
	Txs         []struct {
		Bytes  string   `json:"bytes"`
		Inputs []output `json:"inputs"`
		// Of a reward: the staking transaction, and what was paid.
		Staking string   `json:"staking"`
		Rewards []output `json:"rewards"`
	} `json:"txs"`
}

// assets answers the only call that the parser makes.
type assets struct{ client.PChainClient }

func (assets) GetAssetDescription(_ context.Context, assetID string, _ ...rpc.Option) (*avm.GetAssetDescriptionReply, error) {
	reply := &avm.GetAssetDescriptionReply{}
	reply.Symbol = assetID
	return reply, nil
}

func main() {
	var asked request
	must(json.NewDecoder(os.Stdin).Decode(&asked))
	aliases := map[ids.ID]constants.ChainIDAlias{}
	for alias, id := range asked.Chains {
		aliases[id] = constants.ChainIDAlias([]byte(alias)[0])
	}
	config := pchain.TxParserConfig{
		Hrp:          asked.HRP,
		ChainIDs:     aliases,
		AvaxAssetID:  asked.AvaxAssetID,
		PChainClient: assets{},
	}
	type answer struct {
		Transaction any    `json:"transaction,omitempty"`
		Error       string `json:"error,omitempty"`
	}
	answers := []answer{}
	for _, each := range asked.Txs {
		dependencies := pchain.BlockTxDependencies{}
		for _, input := range each.Inputs {
			found := dependencies[input.TxID]
			if found == nil {
				found = &pchain.SingleTxDependency{}
				dependencies[input.TxID] = found
			}
			found.RewardUTXOs = append(found.RewardUTXOs, utxo(input))
		}
		if each.Staking != "" {
			staking := parse(each.Staking)
			found := &pchain.SingleTxDependency{Tx: staking}
			for _, reward := range each.Rewards {
				found.RewardUTXOs = append(found.RewardUTXOs, utxo(reward))
			}
			dependencies[staking.ID()] = found
		}
		accounts, err := dependencies.GetReferencedAccounts(asked.HRP)
		must(err)
		parser, err := pchain.NewTxParser(config, accounts, dependencies)
		must(err)
		transaction, err := parser.Parse(parse(each.Bytes))
		if err != nil {
			answers = append(answers, answer{Error: err.Error()})
			continue
		}
		answers = append(answers, answer{Transaction: transaction})
	}
	must(json.NewEncoder(os.Stdout).Encode(answers))
}

func utxo(from output) *avax.UTXO {
	owners := secp256k1fx.OutputOwners{Threshold: from.Threshold, Locktime: from.Locktime}
	for _, text := range from.Addresses {
		_, _, bytes, err := address.Parse(text)
		must(err)
		owner, err := ids.ToShortID(bytes)
		must(err)
		owners.Addrs = append(owners.Addrs, owner)
	}
	return &avax.UTXO{
		UTXOID: avax.UTXOID{TxID: from.TxID, OutputIndex: from.OutputIndex},
		Asset:  avax.Asset{ID: from.AssetID},
		Out:    &secp256k1fx.TransferOutput{Amt: from.Amount, OutputOwners: owners},
	}
}

func parse(text string) *txs.Tx {
	bytes, err := hex.DecodeString(text)
	must(err)
	tx, err := txs.Parse(txs.GenesisCodec, bytes)
	must(err)
	return tx
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
