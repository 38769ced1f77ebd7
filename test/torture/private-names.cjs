/**
 * Loaded before a node: names of the domain `private.test` resolve to addresses of this machine, in every form. Addresses of other
 * machines are left to unit tests, so that nothing is dialled there if the check is broken.
 */
const dns = require("node:dns");
const { syncBuiltinESMExports } = require("node:module");
const { isIP } = require("node:net");

const addresses = {
  "loopback.private.test": "127.0.0.1",
  "other.private.test": "127.31.7.9",
  "loopback6.private.test": "::1",
  "mapped.private.test": "::ffff:127.0.0.1",
  "unspecified.private.test": "0.0.0.0",
  "unspecified6.private.test": "::",
};
module.exports = Object.keys(addresses);

const { lookup } = dns;
dns.lookup = (hostname, options, callback) => {
  const address = addresses[hostname];
  if (address === undefined) lookup(hostname, options, callback);
  else setImmediate(callback, null, [{ address, family: isIP(address) }]);
};
syncBuiltinESMExports();
