// A node that others follow refuses what no follower could accept, with the reason and the remedy.
//! node own
//! followable true
//! rules newest
//! network-id 1337
//! staking-port 0
>> {"jsonrpc":"2.0","id":1,"method":"dev.setTime","params":{"timestamp":"1800000000"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"dev.setTime is refused on a followable node: other nodes reject blocks of a clock that was set. Start a dev node without --followable to use it"},"id":1}
