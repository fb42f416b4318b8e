import type { IncomingMessage } from 'node:http'
import { isHost } from '../http/origin.ts'
import type { ServerLimits } from './server-limits.ts'

/** Why the engine itself refuses a request. */
export interface Refusal {
  readonly status: number
  readonly message: string
}

/** Checks where requests of HTTP/1 are addressed to: one host, by its grammar, and a target of ours. */
export class TargetReader {
  readonly #limits: ServerLimits
  /** The last host that was found well-formed: nearly always the next one too. */
  #knownHost: string | undefined

  constructor(limits: ServerLimits) {
    this.#limits = limits
  }

  /**
   * Reads the target of a request in origin form, or tells why it is refused. The absolute form
   * (RFC 9112, 3.2.2) is taken for the host that the request names, and for no other.
   */
  read(request: IncomingMessage): string | Refusal {
    const target = request.url ?? ''
    if (request.httpVersionMajor !== 1) return malformed
    if (target.length > this.#limits.targetBytes) return targetTooLong
    if (request.rawHeaders.length > this.#limits.headerFields * 2) return tooManyHeaders
    if (!this.#hasOneHost(request)) return malformed
    if (target.charCodeAt(0) === slash) return hasOnlyTargetCharacters(target) ? target : malformed
    if (target === '*' && request.method === 'OPTIONS') return target
    return toOriginForm(target, request.headers.host ?? '')
  }

  /** HTTP/1.0 may go without a host; two would be read differently by another server. */
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

const targetTooLong: Refusal = { status: 414, message: 'URI Too Long' }
const tooManyHeaders: Refusal = { status: 431, message: 'Request Header Fields Too Large' }
const malformed: Refusal = { status: 400, message: 'Bad Request' }

const slash = 0x2f
const hash = 0x23

/** A fragment is never sent, and what is not printable ASCII must be escaped (RFC 3986). */
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
