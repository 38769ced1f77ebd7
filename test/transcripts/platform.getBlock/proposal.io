// A proposal block has the proposed transaction in addition to the decided ones. [spec: 4.3.getBlock] [spec: 2.2.block]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlock","params":{"blockID":"n1uaggAKj99GsbWEeuy7xwdh27FTo6aqXNtZf5vbwAHxyjGNn","encoding":"json"}}
<< {"jsonrpc":"2.0","result":{"block":{"time":1704488863,"txs":[],"parentID":"2LxHJBDvzyyVEL9VQSQ8aB18Rn9QaUM8W5GgomHGsjFEhRgzQF","height":40,"id":"n1uaggAKj99GsbWEeuy7xwdh27FTo6aqXNtZf5vbwAHxyjGNn","tx":{"unsignedTx":{"txID":"2s2LL3XqYvATUyinED7R6rKVZnXqpj2wi8n2PhQztSz73qdTTC"},"credentials":[],"id":"24FHwfeVVaL5qt5LRK59RzyTa3GJgmWkPbN7fkcggWiYWDiUVC"}},"encoding":"json"},"id":1}
