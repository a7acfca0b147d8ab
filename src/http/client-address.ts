import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'
import { isLoopback } from '../lib/loopback.ts'

/** IPv6 addresses that share their first 64 bits are one client, because providers give each customer at least one such network. */
const IPV6_PREFIX = 64

export interface ClientOrigin {
  /** The client's address, as reported by trusted proxies. */
  address: string
  /** The key of per-client limits: an IPv4 address, or the network of an IPv6 address. */
  limitKey: string
  /** Whether the request came over plain HTTP although HTTPS is required. */
  isPlain: boolean
  /** Whether the request came over HTTPS: to this server, or to a trusted proxy that does not say otherwise. */
  isHttps: boolean
}

interface OriginOptions {
  trustedProxies: readonly string[]
  isTls: boolean
  /** Called when a request was forwarded by a trusted proxy, or by an untrusted proxy on this machine. */
  noteProxy?: (isTrusted: boolean) => void
}

/**
 * Creates a function that finds the client of a request: the last address that is not a trusted proxy, so that forged headers have no
 * effect. `trustedProxies` are addresses or CIDR ranges; `isTls` tells whether the listener itself speaks TLS.
 */
export function createOriginReader({ trustedProxies, isTls, noteProxy = () => {} }: OriginOptions) {
  const isTrusted = createTrust(trustedProxies)
  const behindProxy = trustedProxies.length > 0

  return (peer: string, headers: IncomingHttpHeaders): ClientOrigin => {
    const isFromProxy = behindProxy && isTrusted(peer)
    if (headers['x-forwarded-for'] !== undefined && (isFromProxy || isLoopback(peer))) noteProxy(isFromProxy)
    if (!behindProxy) return { address: peer, limitKey: limitKey(peer), isPlain: false, isHttps: isTls }
    const address = isFromProxy ? lastUntrusted(peer, headers['x-forwarded-for'], isTrusted) : peer
    const proto = isFromProxy ? listOf(headers['x-forwarded-proto']).at(-1)?.toLowerCase() : undefined
    // A client that bypasses the proxy uses plain HTTP, which is allowed only from this machine, for health checks.
    const isPlain = isFromProxy ? proto === 'http' : !isTls && !isLoopback(peer)
    return { address, limitKey: limitKey(address), isPlain, isHttps: isTls || (isFromProxy && !isPlain) }
  }
}

/** Creates a function that returns the limit key of a connection; undefined for a trusted proxy, whose connections carry many clients. */
export function createConnectionKey(trustedProxies: readonly string[]) {
  const isTrusted = createTrust(trustedProxies)
  return (peer: string): string | undefined => (isTrusted(peer) ? undefined : limitKey(peer))
}

function createTrust(trustedProxies: readonly string[]): (address: string) => boolean {
  const ranges = trustedProxies.map(parseRange)
  return (address) => {
    if (!ipaddr.isValid(address)) return false
    const parsed = ipaddr.process(address)
    return ranges.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits))
  }
}

function parseRange(range: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (range.includes('/')) return ipaddr.parseCIDR(range)
  const parsed = ipaddr.process(range)
  return [parsed, parsed.kind() === 'ipv4' ? 32 : 128]
}

/** Follows the chain of proxies back from the peer to the first address that is not a trusted proxy. */
function lastUntrusted(
  peer: string,
  forwardedFor: string | string[] | undefined,
  isTrusted: (address: string) => boolean,
): string {
  const hops = listOf(forwardedFor).filter(Boolean)
  let client = peer
  while (hops.length > 0 && isTrusted(client)) {
    const hop = withoutPort(hops.pop() ?? '')
    // A trusted proxy adds a valid address only, so the client itself wrote this entry.
    if (!ipaddr.isValid(hop)) break
    client = hop
  }
  return client
}

/** Some proxies add the port: `192.0.2.1:5000`, `[2001:db8::1]:5000`. */
const withoutPort = (hop: string) => hop.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[(.+)\](:\d+)?$/, '$1')

function listOf(header: string | string[] | undefined): string[] {
  return String(header ?? '')
    .split(',')
    .map((entry) => entry.trim())
}

function limitKey(address: string): string {
  if (!address.includes(':') || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${IPV6_PREFIX}`).toString()}/${IPV6_PREFIX}`
}
