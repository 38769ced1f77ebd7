// A node alone has no peers, whoever is asked for; an ID that is none is refused. [spec: 4.1.peers] [spec: 4.1.peers.unconnected]
>> {"jsonrpc":"2.0","id":1,"method":"info.peers"}
<< {"jsonrpc":"2.0","result":{"numPeers":"0","peers":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.peers","params":{"nodeIDs":[]}}
<< {"jsonrpc":"2.0","result":{"numPeers":"0","peers":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.peers","params":{"nodeIDs":["NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5"]}}
<< {"jsonrpc":"2.0","result":{"numPeers":"0","peers":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.peers","params":{"nodeIDs":["NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE6"]}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"nodeIDs[0]","expected":"a node ID: NodeID- followed by the cb58 encoding of 20 bytes with its checksum","got":"\"NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE6\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.peers","params":{"nodeIDs":["P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5"]}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"nodeIDs[0]","expected":"a node ID: NodeID- followed by the cb58 encoding of 20 bytes","got":"\"P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"info.peers","params":{"nodeIDs":"NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"nodeIDs","expected":"a list, each item a node ID: NodeID- followed by the cb58 encoding of 20 bytes","got":"\"NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5\""}},"id":1}
