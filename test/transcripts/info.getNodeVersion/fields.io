// Every version is returned. [spec: 4.1.getNodeVersion] [spec: 9.versions]
>> {"jsonrpc":"2.0","id":1,"method":"info.getNodeVersion"}
<< {"jsonrpc":"2.0","result":{"version":"<matches ^couloir/[0-9]+\\.[0-9]+\\.[0-9]+$>","databaseVersion":"<matches ^v[0-9]+\\.[0-9]+\\.[0-9]+$>","rpcProtocolVersion":"<matches ^[0-9]+$>","gitCommit":"<matches ^([0-9a-f]{40})?$>","vmVersions":{"avm":"<matches ^v[0-9]+\\.[0-9]+\\.[0-9]+$>","evm":"<matches ^v[0-9]+\\.[0-9]+\\.[0-9]+$>","platform":"<matches ^v[0-9]+\\.[0-9]+\\.[0-9]+$>"}},"id":1}
