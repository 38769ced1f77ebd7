// Loaded into every test and every node that a test starts: a connection to another address than loopback throws.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const net = require("node:net");
const dns = require("node:dns");

class NotLoopback extends Error {
  constructor(target) {
    super(`a test connects to ${target}, which is not a loopback address`);
    this.name = "NotLoopback";
  }
}

/** @param {string | undefined} host */
function isLoopback(host) {
  if (host === undefined || host === "" || host === "localhost") return true;
  const plain = host.replace(/^\[|\]$/g, "").replace(/^::ffff:/i, "");
  return plain === "::1" || /^127(\.\d{1,3}){3}$/.test(plain);
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const isPath = typeof first === "string" && Number.isNaN(Number(first));
  const host =
    typeof first === "object" && first !== null
      ? first.path === undefined
        ? first.host
        : undefined
      : !isPath && typeof second === "string"
        ? second
        : undefined;
  if (!isLoopback(host) && !isInvalid(host)) throw new NotLoopback(host);
  return connect.apply(this, args);
};

/**
 * Names under .invalid never exist (RFC 6761), so their lookup fails without a DNS request.
 * @param {string} host
 */
function isInvalid(host) {
  return host.endsWith(".invalid");
}

/** @param {string} host */
function notFound(host) {
  const error = new Error(`getaddrinfo ENOTFOUND ${host}`);
  return Object.assign(error, {
    code: "ENOTFOUND",
    errno: -3008,
    hostname: host,
    syscall: "getaddrinfo",
  });
}

for (const module of [dns, dns.promises]) {
  const { lookup } = module;
  module.lookup = function (host, ...rest) {
    if (isInvalid(host)) {
      if (module === dns.promises) return Promise.reject(notFound(host));
      setImmediate(rest.at(-1), notFound(host));
      return;
    }
    if (!isLoopback(host) && net.isIP(host) === 0) throw new NotLoopback(host);
    return lookup.call(this, host, ...rest);
  };
}
for (const prototype of [dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  for (const name of Object.getOwnPropertyNames(prototype)) {
    if (!name.startsWith("resolve") && name !== "reverse") continue;
    prototype[name] = (host) => {
      throw new NotLoopback(host);
    };
  }
}
