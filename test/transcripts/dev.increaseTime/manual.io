// With manual block production only the clock moves, and dev.buildBlock builds each block.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"dev.increaseTime","params":{"seconds":27648000}}
<< {"jsonrpc":"2.0","result":{"timestamp":"1822867200","chainTime":"1791000000","height":"0","blockCount":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getHeight","params":{}}
<< {"jsonrpc":"2.0","result":{"height":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.buildBlock","params":{}}
<< {"jsonrpc":"2.0","result":{"blocks":[{"blockID":"2NzXJXA1VutW8ZHkDVeoaZgNTDmicxZcGitENG4NCbtvum8u5W","height":"1"},{"blockID":"2Hj5U5B8HVfPDpdTb5qRebj7x2isiS1E6xWvGFee7gkZ9e7T7h","height":"2"}]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTimestamp","params":{}}
<< {"jsonrpc":"2.0","result":{"timestamp":"2027-10-02T22:00:00Z"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.increaseTime","params":{"seconds":0}}
<< {"jsonrpc":"2.0","result":{"timestamp":"1822867200","chainTime":"1822514400","height":"2","blockCount":0},"id":1}
