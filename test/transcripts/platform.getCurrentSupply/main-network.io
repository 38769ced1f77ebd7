// The genesis of the main network.
//! network-id mainnet
//! offline true
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentSupply"}
<< {"jsonrpc":"2.0","result":{"supply":"364013001565916650","height":"0"},"id":1}
