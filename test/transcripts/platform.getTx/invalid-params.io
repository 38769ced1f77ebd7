// Invalid IDs and encodings. [spec: 4.3.getTx.encoding]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTx","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"txID","expected":"a cb58 ID of 32 bytes","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTx","params":{"txID":"x"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"txID","expected":"a cb58 ID of 32 bytes","got":"\"x\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTx","params":{"txID":"LDV9xafRo1d8ENJnxgTuA1BV2z27a4bwDs8sxgQejW8eBwHtR","encoding":"hexc"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\" or \"json\"","got":"\"hexc\""}},"id":1}
