import type { IncomingMessage } from 'node:http'
import { isHost } from '../http/origin.ts'
import type { ServerLimits } from './server-limits.ts'

/** The response of the server itself to a request it refuses. */
export interface Refusal {
  readonly status: number
  readonly message: string
  /** The name of the security event, if the refusal is one. */
  readonly event?: string | undefined
}

/** Validates the host and the target of HTTP/1 requests. */
export class TargetReader {
  readonly #limits: ServerLimits
  /** The last valid host, which nearly always matches the next request. */
  #knownHost: string | undefined

  constructor(limits: ServerLimits) {
    this.#limits = limits
  }

  /**
   * Returns the target in origin form, or the reason for refusing it. The absolute form (RFC 9112,
   * 3.2.2) is accepted only if it names the host of the request.
   */
  read(request: IncomingMessage): string | Refusal {
    const target = request.url ?? ''
    if (request.httpVersionMajor !== 1) return malformed
    if (target.length > this.#limits.targetBytes) return targetTooLong
    if (request.rawHeaders.length > this.#limits.headerFields * 2) return tooManyHeaders
    if (!this.#hasOneHost(request)) return badHost
    if (!isCodingKnown(request)) return unknownCoding
    if (target.charCodeAt(0) === slash) return hasOnlyTargetCharacters(target) ? target : malformed
    if (target === '*' && request.method === 'OPTIONS') return target
    return toOriginForm(target, request.headers.host ?? '')
  }

  /**
   * HTTP/1.0 may omit the host. Two hosts are refused, because another server might pick the other
   * one.
   */
  #hasOneHost({ rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
    let host: string | undefined
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const name = rawHeaders[i]
      if (name === undefined || name.length !== 4 || name.toLowerCase() !== 'host') continue
      if (host !== undefined) return false
      host = rawHeaders[i + 1]
    }
    if (host === undefined) return httpVersionMinor === 0
    if (host === this.#knownHost) return true
    if (!isHost(host)) return false
    this.#knownHost = host
    return true
  }
}

const tooLarge = 'request.too_large'
const targetTooLong: Refusal = { status: 414, message: 'URI Too Long', event: tooLarge }
const tooManyHeaders: Refusal = {
  status: 431,
  message: 'Request Header Fields Too Large',
  event: tooLarge,
}
const malformed: Refusal = { status: 400, message: 'Bad Request', event: 'request.malformed' }
const badHost: Refusal = { ...malformed, event: 'request.bad_host' }

const unknownCoding: Refusal = {
  status: 501,
  message: 'Not Implemented',
  event: 'request.malformed',
}

/** RFC 9112, 6.1: a transfer encoding other than chunked cannot be decoded. */
function isCodingKnown({ headers }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']
  return coding === undefined || coding.toLowerCase() === 'chunked'
}

const slash = 0x2f
const hash = 0x23

/**
 * A fragment is never sent, and characters other than printable ASCII must be escaped (RFC 3986).
 */
function hasOnlyTargetCharacters(target: string): boolean {
  for (let i = 1; i < target.length; i++) {
    const code = target.charCodeAt(i)
    if (code <= 0x20 || code >= 0x7f || code === hash) return false
  }
  return true
}

function toOriginForm(target: string, host: string): string | Refusal {
  const parts = /^https?:\/\/([^/?#]+)([/?].*)?$/i.exec(target)
  if (parts === null || !isSameHost(parts[1] ?? '', host)) return malformed

  const rest = parts[2] ?? '/'
  const path = rest.startsWith('?') ? `/${rest}` : rest
  return hasOnlyTargetCharacters(path) ? path : malformed
}

function isSameHost(authority: string, host: string): boolean {
  return isHost(authority) && withoutUsualPort(authority) === withoutUsualPort(host)
}

function withoutUsualPort(authority: string): string {
  return authority.toLowerCase().replace(/:(?:80|443)$/, '')
}
