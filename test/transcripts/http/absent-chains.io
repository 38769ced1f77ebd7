// This node runs no C-chain and only a few methods of the X-chain: paths below them say so.
>> GET /ext/bc/C/rpc
<< 404 404 page not found\nThe C-chain does not run here: this node runs only the P-chain. Use platform.getUTXOs and platform.issueTx at /ext/bc/P for the P-chain, and a node of AvalancheGo for this chain.
>> GET /ext/bc/X/wallet
<< 404 404 page not found\nThe X-chain does not run here: this node runs only the P-chain, and answers a few methods at /ext/bc/X. Use platform.getUTXOs and platform.issueTx at /ext/bc/P for the P-chain, and a node of AvalancheGo for this chain.
