// A waiting transaction is processing, and committed once it is in a block. [spec: 3.tx.processing] [spec: 4.3.getTxStatus]
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"2tMALSUd1h9qvdpNe6QRbJUyM59Yp4zxJBva4PphtW569r1RoM"}}
<< {"jsonrpc":"2.0","result":{"status":"Unknown"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.issueTx","params":{"tx":"0x00000000002200003039000000000000000000000000000000000000000000000000000000000000000000000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db00000007002386f26fbf7960000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000000000000000000000000000000000000000000000000000000000000000000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db00000005002386f26fc100000000000100000000000000000000000100000009000000010d14a8d0d58e0175d86a967afe74c6d609ea7dd1fb35982036a0980380e7173d69c12700718c4855045de8573c459484084b83ea24d87c6d279db6d1f3fbcff8016f2af709"}}
<< {"jsonrpc":"2.0","result":{"txID":"2tMALSUd1h9qvdpNe6QRbJUyM59Yp4zxJBva4PphtW569r1RoM"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"2tMALSUd1h9qvdpNe6QRbJUyM59Yp4zxJBva4PphtW569r1RoM"}}
<< {"jsonrpc":"2.0","result":{"status":"Processing"},"id":1}
