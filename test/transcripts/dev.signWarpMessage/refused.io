// Bytes that cannot be decoded, an invalid private key, and a source whose keys the node lacks are refused.
>> {"jsonrpc":"2.0","id":1,"method":"dev.signWarpMessage","params":{"message":"0x00"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't decode the warp message: couldn't unpack codec version"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.signWarpMessage","params":{"message":"0x0"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't decode the warp message: encoding/hex: odd length hex string"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.signWarpMessage","params":{"message":"0x00000000303961e8309d76804253b1a7f35e5b7894ab612371dbe1afdef5fa61f8f4e686dc6700000003010203"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"the warp message cannot be signed: problem retrieving blockchain \"k7uMgjArFM59Kb4BJYmgPuQ68zXeFpuvPeLX3u9UBsDPbUaSF\": not found"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.signWarpMessage","params":{"message":"0x000000003039000000000000000000000000000000000000000000000000000000000000000000000000"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"the warp message cannot be signed: the node has keys for weight 2000000000000000 of 10000000000000000 of chain 11111111111111111111111111111111LpoYY at P-chain height 0, at which warp messages are verified now. Pass the other keys as privateKeys"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.signWarpMessage","params":{"message":"0x000000003039000000000000000000000000000000000000000000000000000000000000000000000000","privateKeys":["0x0000000000000000000000000000000000000000000000000000000000000000"]}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"privateKeys[0]","expected":"a BLS private key: below the order of the group, and not 0","got":"another number"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.signWarpMessage","params":{"message":"0x00","keys":[]}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"params","expected":"one of message, privateKeys, encoding (\"privateKeys\" is the nearest)","got":"\"keys\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.signWarpMessage","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"message","expected":"text","got":"nothing"}},"id":1}
