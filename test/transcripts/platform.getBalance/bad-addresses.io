// An address must be one of this chain and network.
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBalance","params":{"addresses":["nonsense"]}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't parse address \"nonsense\": no separator found in address"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBalance","params":{"addresses":["X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't parse address \"X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u\": mismatched chainIDs: expected \"11111111111111111111111111111111LpoYY\" but got \"2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed\""},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBalance","params":{"addresses":["P-custom1xv25wvccpvxrkrrtzgwwmz98kylcmrkah2cxen"]}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't parse address \"P-custom1xv25wvccpvxrkrrtzgwwmz98kylcmrkah2cxen\": expected hrp \"local\" but got \"custom\""},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBalance","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96v"]}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't parse address \"P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96v\": invalid checksum (expected (bech32=00z96u, bech32m=00z96u6njfl7), got 00z96v)"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBalance","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"addresses","expected":"a list, each item text of at most 1024 characters","got":"nothing"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBalance","params":{"addresses":"P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"addresses","expected":"a list, each item text of at most 1024 characters","got":"\"P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBalance","params":{"addresses":[1]}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"addresses[0]","expected":"text of at most 1024 characters","got":"1"}},"id":1}
