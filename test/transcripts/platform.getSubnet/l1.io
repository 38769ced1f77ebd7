// An L1 has its conversion and its manager. [spec: 4.3.getSubnet] [spec: 2.2.subnet.origin]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getSubnet","params":{"subnetID":"2YDZpUz8AQe7kjGxNyUCMJKgMDCDgmLc77ndz2sFLLRW4ZWJy5"}}
<< {"jsonrpc":"2.0","result":{"isPermissioned":false,"controlKeys":["P-custom1wh50pg3zu2wwff9sdev74w5he404w7ejulh096","P-custom13vytgvdrwtfe77f9s99jq069h9qtvl0eajfyfj","P-custom14khghf70japjnuly97wauywvcvae99jwkz3aza"],"threshold":"1","locktime":"0","subnetTransformationTxID":"11111111111111111111111111111111LpoYY","conversionID":"qLck65xsFbALYVjRzzAguvon8sCGZUjj8ij6wMsdsZPDg9vrt","managerChainID":"2HCtLFoM5QicUHuotj7zgWcK3p2afRky7GdjHCCMiKNfSpvfre","managerAddress":"0x010216"},"id":1}
