import type { IncomingMessage } from 'node:http'
import { isHost } from '../http/origin.ts'

/** Why the engine itself refuses a request. */
export interface Refusal {
  readonly status: number
  readonly message: string
}

/**
 * Reads the target of a request in origin form, or tells why it is refused. The absolute form
 * (RFC 9112, 3.2.2) is taken for the host that the request names, and for no other.
 */
export function readTarget(request: IncomingMessage, limitBytes: number): string | Refusal {
  const target = request.url ?? ''
  if (target.length > limitBytes) return tooLong
  if (!isHostUnique(request)) return badHost
  if (target.charCodeAt(0) === slash) return hasOnlyTargetCharacters(target) ? target : badTarget
  if (target === '*' && request.method === 'OPTIONS') return target
  return toOriginForm(target, request.headers.host ?? '')
}

const tooLong: Refusal = { status: 414, message: 'URI Too Long' }
const badTarget: Refusal = { status: 400, message: 'Bad Request' }
const badHost: Refusal = { status: 400, message: 'Bad Request' }

const slash = 0x2f
const hash = 0x23

/** One `Host`, by its grammar; HTTP/1.0 may go without. Two would be read differently by others. */
function isHostUnique(request: IncomingMessage): boolean {
  const { rawHeaders } = request
  let host: string | undefined
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name === undefined || name.length !== 4 || name.toLowerCase() !== 'host') continue
    if (host !== undefined) return false
    host = rawHeaders[i + 1]
  }
  return host === undefined ? request.httpVersionMinor === 0 : isHost(host)
}

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
  if (parts === null || !isSameHost(parts[1] ?? '', host)) return badTarget

  const rest = parts[2] ?? '/'
  const path = rest.startsWith('?') ? `/${rest}` : rest
  return hasOnlyTargetCharacters(path) ? path : badTarget
}

function isSameHost(authority: string, host: string): boolean {
  return isHost(authority) && withoutUsualPort(authority) === withoutUsualPort(host)
}

function withoutUsualPort(authority: string): string {
  return authority.toLowerCase().replace(/:(?:80|443)$/, '')
}
