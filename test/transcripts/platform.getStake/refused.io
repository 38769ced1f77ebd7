// Addresses of another network, another encoding, no addresses.
>> {"jsonrpc":"2.0","id":1,"method":"platform.getStake","params":{"addresses":["P-custom1xv25wvccpvxrkrrtzgwwmz98kylcmrkah2cxen"]}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't parse address \"P-custom1xv25wvccpvxrkrrtzgwwmz98kylcmrkah2cxen\": expected hrp \"local\" but got \"custom\""},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getStake","params":{"addresses":["P-local1g65uqn6t77p656w64023nh8nd9updzmxyymev2"],"encoding":"json"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"encoding","expected":"\"hex\"","got":"\"json\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getStake","params":{"addresses":["P-local1g65uqn6t77p656w64023nh8nd9updzmxyymev2"],"validatorsOnly":"yes"}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"validatorsOnly","expected":"true or false","got":"\"yes\""}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getStake","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"addresses","expected":"a list, each item text of at most 1024 characters","got":"nothing"}},"id":1}
