// A node that others follow refuses what no follower could accept, with the reason and the remedy.
//! node own
//! followable true
//! rules newest
//! network-id 1337
//! staking-port 0
>> {"jsonrpc":"2.0","id":1,"method":"dev.impersonate","params":{"addresses":["P-custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p"]}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"dev.impersonate is refused on a followable node: other nodes reject transactions without signatures. Start a dev node without --followable to use it"},"id":1}
