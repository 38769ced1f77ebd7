// A node that others follow pays in a transaction, and cannot pay more than it has.
//! node own
//! followable true
//! rules newest
//! network-id 1337
//! staking-port 0
>> {"jsonrpc":"2.0","id":1,"method":"dev.fund","params":{"address":"P-custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p","amount":"10000000000000000"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't fund the address: the node can pay at most 9999999999994820 nAVAX at once"},"id":1}
