// Profile avalanchego-1.12: v1.12.1 has no API of the proposer layer.
//! api-profile avalanchego-1.12
>> POST /ext/bc/P/proposervm {"jsonrpc":"2.0","id":1,"method":"proposervm.getProposedHeight"}
<< 404 404 page not found
