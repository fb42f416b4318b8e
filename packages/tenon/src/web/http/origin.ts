import { BlockList, isIP } from 'node:net'
import type { Exchange } from './exchange.ts'

/** Who sent a request and how he addressed us, with trusted proxies taken into account. */
export interface Origin {
  readonly ip: string
  readonly protocol: 'http' | 'https'
  readonly host: string
}

/** What a request tells of its sender. */
type Peer = Pick<Exchange, 'remoteAddress' | 'isEncrypted' | 'headers'>

/** The proxies whose `X-Forwarded-*` headers are believed. */
export class TrustedProxies {
  readonly #list: BlockList
  /** Whether nobody is trusted, so that no forwarded header needs to be looked at. */
  readonly isEmpty: boolean

  constructor(list: BlockList) {
    this.#list = list
    this.isEmpty = list.rules.length === 0
  }

  /** Tells whether the proxy at `address` is trusted. */
  trusts(address: string): boolean {
    const version = isIP(address)
    return version !== 0 && this.#list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}

/** Nobody: no forwarded header counts. */
export const noTrustedProxies = new TrustedProxies(new BlockList())

/**
 * Reads a list of addresses and CIDR ranges, separated by commas: `127.0.0.1, 10.0.0.0/8, ::1`.
 * `undefined` when an entry is neither.
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
 * Reads who sent a request: the peer itself, or, when the peer is a trusted proxy, the rightmost
 * address of `X-Forwarded-For` that is none. Entries left of it may be the client's invention, and
 * so may be every forwarded header of a peer that is not trusted.
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

/** Tells whether text is a host, with or without a port (RFC 9110, 7.2; no user, no escapes). */
export function isHost(text: string): boolean {
  return hostGrammar.test(text)
}

const hostGrammar =
  /^(?:[0-9A-Za-z_](?:[0-9A-Za-z_-]|\.(?!\.)){0,252}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?$/

function readClient(header: string | undefined, peer: string, trusted: TrustedProxies): string {
  let client = peer
  for (const hop of header?.split(',').toReversed() ?? []) {
    const address = toPlainAddress(hop.trim())
    if (isIP(address) === 0) return client
    client = address
    if (!trusted.trusts(address)) return client
  }
  return client
}

function toProtocol(text: string | undefined): Origin['protocol'] | undefined {
  const protocol = text?.toLowerCase()
  return protocol === 'http' || protocol === 'https' ? protocol : undefined
}

function toHost(text: string | undefined): string | undefined {
  return text !== undefined && isHost(text) ? text : undefined
}

/** The last entry of a list: the one that the proxy next to us wrote. */
function toLast(value: string | readonly string[] | undefined): string | undefined {
  return toText(value)?.split(',').at(-1)?.trim()
}

function toText(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.join(',')
}

/** An IPv4 address that arrived through an IPv6 socket, in its own form. */
function toPlainAddress(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address
}
