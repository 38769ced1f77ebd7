// Invalid states, states of another version or network, and damaged ones: each error says what to do, and nothing changes.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"dev.loadState","params":{"state":"0x00"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"cannot load the state: it is not a Couloir state. Use the result of dev.dumpState or a file that --state wrote."},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.loadState","params":{"state":"state"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"cannot load the state: missing 0x prefix to hex encoding. Pass the result of dev.dumpState."},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.loadState","params":{"state":"0x434f554c4f49522d53544154450a7b22666f726d6174223a31"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"cannot load the state: it is truncated in its header. Dump it again, or use another copy."},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.loadState","params":{"state":"0x434f554c4f49522d53544154450a7b22666f726d6174223a312c2270726f6772616d223a22636f756c6f69722f392e392e39227d0a"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"cannot load the state: its header is damaged. Dump it again, or use another copy."},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.loadState","params":{"state":"0x434f554c4f49522d53544154450a6e756c6c0a"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"cannot load the state: its header is damaged. Dump it again, or use another copy."},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.loadState","params":{"state":"0x434f554c4f49522d53544154450a7b22666f726d6174223a20322c202270726f6772616d223a2022636f756c6f69722f392e392e39222c20226e6574776f726b4944223a2031323334352c202262797465436f756e74223a2032302c2022736861323536223a20223030227d0a"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"cannot load the state: it has format 2, but this program reads format 1. Load it with the program that wrote it, couloir/9.9.9, or start without it."},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.loadState","params":{"state":"0x434f554c4f49522d53544154450a7b22666f726d6174223a20312c202270726f6772616d223a2022636f756c6f69722f302e312e30222c20226e6574776f726b4944223a2039392c202262797465436f756e74223a2032302c2022736861323536223a20223030227d0a"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"cannot load the state: it belongs to network 99, but this node runs 12345. Start the node with --network-id=99."},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.loadState","params":{"state":"0x434f554c4f49522d53544154450a7b22666f726d6174223a20312c202270726f6772616d223a2022636f756c6f69722f302e312e30222c20226e6574776f726b4944223a2031323334352c202262797465436f756e74223a2032302c2022736861323536223a20223030227d0a00000000000000000000000000000000000000"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"cannot load the state: it is truncated: it should have 20 bytes after its header, but has 19. Dump it again, or use another copy."},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.loadState","params":{"state":"0x434f554c4f49522d53544154450a7b22666f726d6174223a20312c202270726f6772616d223a2022636f756c6f69722f302e312e30222c20226e6574776f726b4944223a2031323334352c202262797465436f756e74223a2032302c2022736861323536223a20223030227d0a0000000000000000000000000000000000000000"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"cannot load the state: it is damaged: its SHA-256 does not match. Dump it again, or use another copy."},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getHeight","params":{}}
<< {"jsonrpc":"2.0","result":{"height":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.loadState","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"state","expected":"text that is not empty","got":"nothing"}},"id":1}
