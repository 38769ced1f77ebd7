// Each staker's end has its blocks, in order and at its time; a validator with too little uptime gets its stake back without a reward.
//! node own
//! block-production auto
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentSupply","params":{}}
<< {"jsonrpc":"2.0","result":{"supply":"361196333750752149","height":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.setValidatorUptime","params":{"nodeID":"NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ","percentage":79.9}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.increaseTime","params":{"seconds":"27648000"}}
<< {"jsonrpc":"2.0","result":{"timestamp":"1822867200","chainTime":"1822867200","height":"11","blockCount":11},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"height":1,"encoding":"json"}}
<< {"jsonrpc":"2.0","result":{"block":{"time":1822514400,"txs":[],"parentID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr","height":1,"id":"2NzXJXA1VutW8ZHkDVeoaZgNTDmicxZcGitENG4NCbtvum8u5W","tx":{"unsignedTx":{"txID":"LDV9xafRo1d8ENJnxgTuA1BV2z27a4bwDs8sxgQejW8eBwHtR"},"credentials":[],"id":"QRCDuLmPvYM5q1oQrUzdrswMENewnbjEeiLJFwsSAAphqnC7r"}},"encoding":"json"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"height":2,"encoding":"json"}}
<< {"jsonrpc":"2.0","result":{"block":{"time":1822514400,"parentID":"2NzXJXA1VutW8ZHkDVeoaZgNTDmicxZcGitENG4NCbtvum8u5W","height":2,"id":"2Hj5U5B8HVfPDpdTb5qRebj7x2isiS1E6xWvGFee7gkZ9e7T7h"},"encoding":"json"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentSupply","params":{}}
<< {"jsonrpc":"2.0","result":{"supply":"360957019844167465","height":"11"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentValidators","params":{}}
<< {"jsonrpc":"2.0","result":{"validators":[]},"id":1}
