// Command assert asks a Mesh server for what mesh-cli's checks never ask for. The SDK's fetcher validates every response
// with the specification's own asserter. It prints how many responses of each path were valid, as JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/coinbase/rosetta-sdk-go/fetcher"
	"github.com/coinbase/rosetta-sdk-go/types"
)

const pageSize = int64(100)

// coinsMax bounds how many coins are searched for, because long chains have thousands.
const coinsMax = 200

type run struct {
	ctx     context.Context
	server  *fetcher.Fetcher
	network *types.NetworkIdentifier
	valid   map[string]int
}

func main() {
	r := &run{ctx: context.Background(), server: fetcher.New(os.Args[1]), valid: map[string]int{}}
	network, status, failure := r.server.InitializeAsserter(r.ctx, nil, "")
	must("/network/*", failure)
	r.network = network
	for _, path := range []string{"/network/list", "/network/options", "/network/status"} {
		r.valid[path]++
	}
	r.events(status.CurrentBlockIdentifier.Index)
	r.searches()
	r.mempool()
	must("output", encode(r.valid))
}

// events walks /events/blocks from the first block, and asks for the last ones without an offset.
func (r *run) events(tip int64) {
	limit := pageSize
	offset := int64(0)
	for next := int64(0); next <= tip; {
		last, events, failure := r.server.EventsBlocks(r.ctx, r.network, &offset, &limit)
		must("/events/blocks", failure)
		if last < tip || len(events) == 0 || events[0].Sequence != next {
			stop("/events/blocks", fmt.Errorf("events from %d of %d are missing", next, last))
		}
		next += int64(len(events))
		offset = next
		r.valid["/events/blocks"]++
	}
	_, events, failure := r.server.EventsBlocks(r.ctx, r.network, nil, &limit)
	must("/events/blocks", failure)
	if got := events[len(events)-1].Sequence; got < tip {
		stop("/events/blocks", fmt.Errorf("the last event is %d, the tip %d", got, tip))
	}
	r.valid["/events/blocks"]++
}

// searches walks all transactions, and then those of each type, account, coin and hash that it met.
func (r *run) searches() {
	all := r.search(&types.SearchTransactionsRequest{})
	kinds, accounts, coins := map[string]bool{}, map[string]*types.AccountIdentifier{}, map[string]bool{}
	hashes := map[string]bool{}
	for _, found := range all {
		transaction := found.Transaction
		hash := transaction.TransactionIdentifier
		if !hashes[hash.Hash] {
			hashes[hash.Hash] = true
			r.found(r.search(&types.SearchTransactionsRequest{TransactionIdentifier: hash}), hash)
		}
		block := found.BlockIdentifier
		part := &types.PartialBlockIdentifier{Index: &block.Index, Hash: &block.Hash}
		_, failure := r.server.Block(r.ctx, r.network, part)
		must("/block", failure)
		r.valid["/block"]++
		for _, operation := range transaction.Operations {
			kinds[operation.Type] = true
			if operation.Account != nil {
				accounts[operation.Account.Address] = operation.Account
			}
			if operation.CoinChange != nil && len(coins) < coinsMax {
				coins[operation.CoinChange.CoinIdentifier.Identifier] = true
			}
		}
	}
	success, failure := true, false
	both := len(r.search(&types.SearchTransactionsRequest{Success: &success})) +
		len(r.search(&types.SearchTransactionsRequest{Success: &failure}))
	if both != len(all) {
		stop("/search/transactions", fmt.Errorf("%d succeeded or failed, of %d", both, len(all)))
	}
	for kind := range kinds {
		kind := kind
		r.some(r.search(&types.SearchTransactionsRequest{Type: &kind}), kind)
	}
	for address, account := range accounts {
		r.some(r.search(&types.SearchTransactionsRequest{AccountIdentifier: account}), address)
		_, _, _, failure := r.server.AccountBalance(r.ctx, r.network, account, nil, nil)
		must("/account/balance", failure)
		r.valid["/account/balance"]++
	}
	for coin := range coins {
		identifier := &types.CoinIdentifier{Identifier: coin}
		r.some(r.search(&types.SearchTransactionsRequest{CoinIdentifier: identifier}), coin)
	}
}

// search returns all pages of a search, in the order of the server.
func (r *run) search(request *types.SearchTransactionsRequest) []*types.BlockTransaction {
	limit := pageSize
	request.NetworkIdentifier, request.Limit = r.network, &limit
	var all []*types.BlockTransaction
	for {
		next, page, failure := r.server.SearchTransactions(r.ctx, request)
		must("/search/transactions", failure)
		r.valid["/search/transactions"]++
		all = append(all, page...)
		if next == nil {
			return all
		}
		request.Offset = next
	}
}

func (r *run) found(page []*types.BlockTransaction, hash *types.TransactionIdentifier) {
	for _, each := range page {
		if each.Transaction.TransactionIdentifier.Hash == hash.Hash {
			return
		}
	}
	stop("/search/transactions", fmt.Errorf("%s is not found by its hash", hash.Hash))
}

func (r *run) some(page []*types.BlockTransaction, of string) {
	if len(page) == 0 {
		stop("/search/transactions", fmt.Errorf("nothing is found of %s", of))
	}
}

// mempool asks for every transaction that waits.
func (r *run) mempool() {
	waiting, failure := r.server.Mempool(r.ctx, r.network)
	must("/mempool", failure)
	r.valid["/mempool"]++
	for _, each := range waiting {
		_, _, failure := r.server.MempoolTransaction(r.ctx, r.network, each)
		must("/mempool/transaction", failure)
		r.valid["/mempool/transaction"]++
	}
}

func encode(value interface{}) *fetcher.Error {
	if err := json.NewEncoder(os.Stdout).Encode(value); err != nil {
		return &fetcher.Error{Err: err}
	}
	return nil
}

func must(path string, failure *fetcher.Error) {
	if failure != nil {
		stop(path, fmt.Errorf("%w %s", failure.Err, types.PrintStruct(failure.ClientErr)))
	}
}

func stop(path string, err error) {
	fmt.Fprintf(os.Stderr, "%s: %s\n", path, err)
	os.Exit(1)
}
