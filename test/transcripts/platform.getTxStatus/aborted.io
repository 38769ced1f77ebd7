// A proposal whose abort was accepted is dropped, and its reason names the block. [spec: 3.tx.dropped] [spec: 7.dropped]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"24FHwfeVVaL5qt5LRK59RzyTa3GJgmWkPbN7fkcggWiYWDiUVC"}}
<< {"jsonrpc":"2.0","result":{"status":"Dropped","reason":"aborted by block JfjWLiwtL7NkPUc5wXX4o2TTRK3U7CNu1XJuQ7nXbvQvSHPqS"},"id":1}
