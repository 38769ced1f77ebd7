// Empty during the period, without a reward, and for an ID that is not a staker's. [spec: 4.3.getRewardUTXOs]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getRewardUTXOs","params":{"txID":"Y49aDAMP3u75jHRcSMGoCHfDhKKTEqdwoWNoAThJBtRmVQyYR"}}
<< {"jsonrpc":"2.0","result":{"numFetched":"0","utxos":[],"encoding":"hex"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getRewardUTXOs","params":{"txID":"2s2LL3XqYvATUyinED7R6rKVZnXqpj2wi8n2PhQztSz73qdTTC"}}
<< {"jsonrpc":"2.0","result":{"numFetched":"0","utxos":[],"encoding":"hex"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getRewardUTXOs","params":{"txID":"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe"}}
<< {"jsonrpc":"2.0","result":{"numFetched":"0","utxos":[],"encoding":"hex"},"id":1}
