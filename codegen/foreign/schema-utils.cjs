/** The package's own declarations do not compile with our settings. */
module.exports = require("@open-rpc/schema-utils-js");
