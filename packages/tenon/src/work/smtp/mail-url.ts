import type { SMTPPoolOptions } from 'nodemailer'
import { SetupError } from '../../base/support/setup-error.ts'
import { isThisMachine, toHost } from '../../base/support/values/url-host.ts'

/** Options of the connection to a mail server. */
export type MailServer = Pick<
  SMTPPoolOptions,
  'host' | 'port' | 'secure' | 'requireTLS' | 'ignoreTLS' | 'auth' | 'name' | 'maxConnections'
>

/**
 * Parses `smtp://user:password@host:587` or `smtps://…`. Throws `E_MAIL_URL` for other text and unknown options.
 *
 * `smtp:` starts unencrypted and must switch to TLS before it sends anything. This machine may do without TLS;
 * `?tls=no` allows that for another server.
 */
export function parseMailUrl(text: string): MailServer {
  const url = URL.parse(text)
  const isSecure = url?.protocol === 'smtps:'
  const host = url === null ? '' : toHost(url)
  if (url === null || (!isSecure && url.protocol !== 'smtp:') || host === '') throw malformed()
  const { tls, name, connections } = toOptions(url.searchParams)
  const needsTls = tls ?? !isThisMachine(host)
  const user = unescaped(url.username)
  return {
    host,
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    secure: isSecure,
    requireTLS: !isSecure && needsTls,
    ignoreTLS: !isSecure && tls === false,
    maxConnections: connections,
    ...(name === undefined ? {} : { name }),
    ...(user === '' ? {} : { auth: { user, pass: unescaped(url.password) } }),
  }
}

interface Options {
  readonly tls: boolean | undefined
  readonly name: string | undefined
  readonly connections: number
}

function toOptions(query: URLSearchParams): Options {
  const tls = query.get('tls')
  const connections = query.get('connections') ?? '5'
  const isKnown = [...query.keys()].every((key) => known.has(key))
  const isCount = /^[1-9]\d?$|^100$/.test(connections)
  if (!isKnown || !isCount || (tls !== null && tls !== 'yes' && tls !== 'no')) throw malformed()
  return {
    tls: tls === null ? undefined : tls === 'yes',
    name: query.get('name') ?? undefined,
    connections: Number(connections),
  }
}

const known: ReadonlySet<string> = new Set(['tls', 'name', 'connections'])

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw malformed() // The "%" does not start an escape.
  }
}

/** Contains no value of the URL: it holds a password. */
function malformed(): SetupError {
  return new SetupError(
    'E_MAIL_URL',
    'MAIL_URL is malformed. Write smtp://user:password@host:587 or smtps://user:password@host:465, with %-escapes in the password, and optionally ?tls=no, ?name=<own host name> or ?connections=5.',
  )
}
