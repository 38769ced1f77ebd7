// A node that others follow refuses what no follower could accept, with the reason and the remedy.
//! node own
//! followable true
//! rules newest
//! network-id 1337
//! staking-port 0
>> {"jsonrpc":"2.0","id":1,"method":"dev.loadState","params":{"state":"0x00"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"dev.loadState is refused on a followable node: other nodes do not have the blocks of another state. Start a dev node without --followable to use it"},"id":1}
