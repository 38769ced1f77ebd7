// Aliases from the configuration are found too, in addition to the usual ones. [spec: 4.1.getBlockchainID]
//! chain-aliases-file-content eyIyZU55MW1VRmRtYXhYTmoxZVFIVWU3TnA0Z2p1OXNKc0V0V1E0TVgzVG9pTkt1QURlZCI6WyJleGNoYW5nZSJdfQ==
>> {"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":{"alias":"exchange"}}
<< {"jsonrpc":"2.0","result":{"blockchainID":"2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.getBlockchainID","params":{"alias":"X"}}
<< {"jsonrpc":"2.0","result":{"blockchainID":"2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed"},"id":1}
