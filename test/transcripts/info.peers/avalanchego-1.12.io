// A node without peers, in the form of v1.12.1.
//! api-profile avalanchego-1.12
>> {"jsonrpc":"2.0","id":1,"method":"info.peers"}
<< {"jsonrpc":"2.0","result":{"numPeers":"0","peers":[]},"id":1}
