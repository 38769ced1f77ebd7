// With blocks in the last seconds, proposed is below the current height. [spec: 4.3.getValidatorsAt.proposed]
//! node own
//! block-production auto
>> {"jsonrpc":"2.0","id":1,"method":"platform.issueTx","params":{"tx":"0x00000000002200003039000000000000000000000000000000000000000000000000000000000000000000000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db00000007002386f26fbf7960000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000000000000000000000000000000000000000000000000000000000000000000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db00000005002386f26fc100000000000100000000000000000000000100000009000000010d14a8d0d58e0175d86a967afe74c6d609ea7dd1fb35982036a0980380e7173d69c12700718c4855045de8573c459484084b83ea24d87c6d279db6d1f3fbcff8016f2af709"}}
<< {"jsonrpc":"2.0","result":{"txID":"2tMALSUd1h9qvdpNe6QRbJUyM59Yp4zxJBva4PphtW569r1RoM"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getValidatorsAt","params":{"height":"proposed"}}
<< {"jsonrpc":"2.0","result":{"validators":{"NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg":"2000000000000000","NodeID-GWPcbFJZFfZreETSoWjPimr846mXEKCtu":"2000000000000000","NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ":"2000000000000000","NodeID-NFBbbJ4qCmNaCzeW7sxErhvWqvEQMnYcN":"2000000000000000","NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5":"2000000000000000"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getValidatorsAt","params":{"height":1}}
<< {"jsonrpc":"2.0","result":{"validators":{"NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg":"2000000000000000","NodeID-GWPcbFJZFfZreETSoWjPimr846mXEKCtu":"2000000000000000","NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ":"2000000000000000","NodeID-NFBbbJ4qCmNaCzeW7sxErhvWqvEQMnYcN":"2000000000000000","NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5":"2000000000000000"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getValidatorsAt","params":{"height":2}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"failed to get validator set: failed to fetch validator set at unfinalized height with SubnetID = 11111111111111111111111111111111LpoYY: current P-chain height (1) < requested P-Chain height (2)"},"id":1}
