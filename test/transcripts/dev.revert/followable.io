// A node that others follow refuses what no follower could accept, with the reason and the remedy.
//! node own
//! followable true
//! rules newest
//! network-id 1337
//! staking-port 0
>> {"jsonrpc":"2.0","id":1,"method":"dev.revert","params":{"snapshotID":"00000000-1"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"dev.revert is refused on a followable node: blocks that other nodes have accepted cannot be undone. Start a dev node without --followable to use it"},"id":1}
