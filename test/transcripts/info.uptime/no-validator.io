// A node that is not a validator has no uptime.
//! staking-ephemeral-cert-enabled true
//! staking-ephemeral-signer-enabled true
>> {"jsonrpc":"2.0","id":1,"method":"info.uptime"}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't get node uptime: node is not a validator"},"id":1}
