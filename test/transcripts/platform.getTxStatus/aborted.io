// A proposal whose abort was accepted is dropped, and its reason names the abort block; height, time and ID are those of the proposal block. [spec: 3.tx.dropped] [spec: 7.dropped]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"24FHwfeVVaL5qt5LRK59RzyTa3GJgmWkPbN7fkcggWiYWDiUVC"}}
<< {"jsonrpc":"2.0","result":{"status":"Dropped","reason":"aborted by block JfjWLiwtL7NkPUc5wXX4o2TTRK3U7CNu1XJuQ7nXbvQvSHPqS","height":"40","time":"1704488863","blockID":"n1uaggAKj99GsbWEeuy7xwdh27FTo6aqXNtZf5vbwAHxyjGNn"},"id":1}
