// numToFetch 0 returns an empty list, whatever the start, even for an empty index. [spec: 4.5.getContainerRange.1] [spec: 4.5.getContainerRange.2] [spec: 4.5.getContainerRange.5] [spec: 8.getContainerRange]
//! after platform.issueTx/chain-of-blocks
//! block-production auto
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerRange","params":{"startIndex":0,"numToFetch":0}}
<< {"jsonrpc":"2.0","result":[],"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerRange","params":{"startIndex":3,"numToFetch":0}}
<< {"jsonrpc":"2.0","result":[],"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getContainerRange","params":{"startIndex":18446744073709551615,"numToFetch":"0"}}
<< {"jsonrpc":"2.0","result":[],"id":1}
>> POST /ext/index/X/vtx {"jsonrpc":"2.0","id":1,"method":"index.getContainerRange","params":{"startIndex":0,"numToFetch":0}}
<< {"jsonrpc":"2.0","result":[],"id":1}
