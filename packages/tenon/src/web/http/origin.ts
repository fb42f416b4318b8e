import { BlockList, isIP, isIPv6 } from 'node:net'
import type { Exchange } from './exchange.ts'

/** The client's address and the protocol and host it requested, considering trusted proxies. */
export interface Origin {
  readonly ip: string
  readonly protocol: 'http' | 'https'
  readonly host: string
}

/** What a request reveals about its sender. */
type Peer = Pick<Exchange, 'remoteAddress' | 'isEncrypted' | 'headers'>

/** The proxies whose `X-Forwarded-*` headers are trusted. */
export class TrustedProxies {
  readonly #list: BlockList
  /** Whether no proxy is trusted, so forwarded headers can be ignored. */
  readonly isEmpty: boolean

  constructor(list: BlockList) {
    this.#list = list
    this.isEmpty = list.rules.length === 0
  }

  /** Checks whether the proxy at `address` is trusted. */
  trusts(address: string): boolean {
    const version = isIP(address)
    return version !== 0 && this.#list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}

/** Trusts no proxy: forwarded headers are ignored. */
export const noTrustedProxies = new TrustedProxies(new BlockList())

/**
 * Parses a comma-separated list of addresses and CIDR ranges: `127.0.0.1, 10.0.0.0/8, ::1`. Returns
 * `undefined` if an entry is neither.
 */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  const list = new BlockList()
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry !== '' && !addEntry(list, entry)) return undefined
  }
  return new TrustedProxies(list)
}

function addEntry(list: BlockList, entry: string): boolean {
  const [address = '', bits, rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest !== undefined) return false

  const type = version === 4 ? 'ipv4' : 'ipv6'
  if (bits === undefined) {
    list.addAddress(address, type)
    return true
  }
  if (!/^[0-9]{1,3}$/.test(bits) || Number(bits) > (version === 4 ? 32 : 128)) return false
  list.addSubnet(address, Number(bits), type)
  return true
}

/**
 * Determines the client: the peer itself or, behind a trusted proxy, the rightmost address of
 * `X-Forwarded-For` that is not a trusted proxy. The client can forge all entries to the left of
 * that one, and an untrusted peer can forge every forwarded header.
 */
export function readOrigin(exchange: Peer, trusted: TrustedProxies): Origin {
  const peer = toPlainAddress(exchange.remoteAddress)
  const protocol = exchange.isEncrypted ? 'https' : 'http'
  const host = toText(exchange.headers['host']) ?? ''
  if (trusted.isEmpty || !trusted.trusts(peer)) return { ip: peer, protocol, host }

  return {
    ip: readClient(toText(exchange.headers['x-forwarded-for']), peer, trusted),
    protocol: toProtocol(toLast(exchange.headers['x-forwarded-proto'])) ?? protocol,
    host: toHost(toLast(exchange.headers['x-forwarded-host'])) ?? host,
  }
}

/** Checks whether text is a host, with or without a port (RFC 9110, 7.2; no user, no escapes). */
export function isHost(text: string): boolean {
  const [, name, address, port] = hostGrammar.exec(text) ?? []
  if (port !== undefined && Number(port) > 65_535) return false
  if (address !== undefined) return isIP(address) === 6
  return name !== undefined && (!endsInNumber.test(name) || isIP(name) === 4)
}

const hostGrammar =
  /^(?:([0-9A-Za-z_](?:[0-9A-Za-z_-]|\.(?!\.)){0,252})|\[([0-9A-Fa-f:.]{2,45})\])(?::([0-9]{1,5}))?$/

/** Such a host is parsed as an IPv4 address (WHATWG URL, "ends in a number"). */
const endsInNumber = /(?:^|\.)(?:[0-9]+|0[Xx][0-9A-Fa-f]*)\.?$/

function readClient(header: string | undefined, peer: string, trusted: TrustedProxies): string {
  let client = peer
  for (const hop of header?.split(',').toReversed() ?? []) {
    const address = toPlainAddress(withoutPort(hop.trim()))
    if (isIP(address) === 0) return client
    client = address
    if (!trusted.trusts(address)) return client
  }
  return client
}

/** Some proxies write `1.2.3.4:80` or `[::1]:80`. */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+))(?::[0-9]{1,5})?$/.exec(hop) ?? []
  return bracketed ?? plain ?? hop
}

function toProtocol(text: string | undefined): Origin['protocol'] | undefined {
  const protocol = text?.toLowerCase()
  return protocol === 'http' || protocol === 'https' ? protocol : undefined
}

function toHost(text: string | undefined): string | undefined {
  return text !== undefined && isHost(text) ? text : undefined
}

/** Returns the last entry of a list, which the nearest proxy wrote. */
function toLast(value: string | readonly string[] | undefined): string | undefined {
  return toText(value)?.split(',').at(-1)?.trim()
}

function toText(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.join(',')
}

/** Converts an IPv4-mapped IPv6 address to plain IPv4. */
function toPlainAddress(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address
}

/**
 * Maps an IPv6 address to its /64 network, and returns anything else unchanged. One customer
 * usually owns a whole /64 network with its 2^64 addresses.
 */
export function toNetwork(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const end = tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0)
    groups.push(
      ...Array.from({ length: Math.max(0, 8 - groups.length - end) }, () => '0'),
      ...tail.split(':'),
    )
  }
  return `${groups.slice(0, 4).map(toPlainGroup).join(':')}::/64`
}

function toPlainGroup(group: string): string {
  return Number.parseInt(group, 16).toString(16)
}
