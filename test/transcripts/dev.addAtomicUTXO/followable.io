// A node that others follow refuses what no follower could accept, with the reason and the remedy.
//! node own
//! followable true
//! rules newest
//! network-id 1337
//! staking-port 0
>> {"jsonrpc":"2.0","id":1,"method":"dev.addAtomicUTXO","params":{"sourceChain":"X","address":"P-custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p","amount":1}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"dev.addAtomicUTXO is refused on a followable node: other nodes do not have a UTXO that no chain exported. Start a dev node without --followable to use it"},"id":1}
