// Each path returns its own document.
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"rpc.discover"}
<< {"jsonrpc":"2.0","result":{"openrpc":"1.3.2","info":{"title":"Info API","...":true},"...":true},"id":1}
>> POST /ext/health {"jsonrpc":"2.0","id":1,"method":"rpc.discover"}
<< {"jsonrpc":"2.0","result":{"openrpc":"1.3.2","info":{"title":"Health API","...":true},"...":true},"id":1}
>> POST /ext/bc/P {"jsonrpc":"2.0","id":1,"method":"rpc.discover"}
<< {"jsonrpc":"2.0","result":{"openrpc":"1.3.2","info":{"title":"P-chain API","...":true},"...":true},"id":1}
>> POST /ext/keystore {"jsonrpc":"2.0","id":1,"method":"rpc.discover"}
<< {"jsonrpc":"2.0","result":{"openrpc":"1.3.2","info":{"title":"Keystore API","...":true},"...":true},"id":1}
>> POST /ext/index/X/tx {"jsonrpc":"2.0","id":1,"method":"rpc.discover"}
<< {"jsonrpc":"2.0","result":{"openrpc":"1.3.2","info":{"title":"Index API","...":true},"...":true},"id":1}
>> POST /ext/bc/X {"jsonrpc":"2.0","id":1,"method":"rpc.discover"}
<< {"jsonrpc":"2.0","result":{"openrpc":"1.3.2","info":{"title":"X-chain API","...":true},"...":true},"id":1}
