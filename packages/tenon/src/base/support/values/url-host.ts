import { isIPv4 } from 'node:net'
import { domainToASCII } from 'node:url'

/**
 * The host that a URL names, as a connection takes it: `mail.müller.de` as `mail.xn--mller-kva.de`, and an IPv6 address
 * without brackets. Empty if the URL names none, or one that cannot be. `URL` does so itself for `https:`, but not for
 * `smtp:` and its like.
 */
export function toHost({ hostname }: URL): string {
  try {
    return domainToASCII(decodeURIComponent(hostname)).replace(/^\[(.*)\]$/, '$1')
  } catch {
    return '' // a "%" that begins no escape
  }
}

/** Whether a host is this machine. A name such as `127.example.com` is not. */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}
