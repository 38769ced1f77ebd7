// Every response names the node.
>> POST /ext/info {"jsonrpc":"2.0","id":1,"method":"info.getNetworkID"}
<< {"jsonrpc":"2.0","result":{"networkID":"12345"},"id":1}
<| node-id: NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg
>> GET /nowhere
<< 404 404 page not found
<| node-id: NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg
