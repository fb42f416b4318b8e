import { isIPv4 } from 'node:net'
import { domainToASCII } from 'node:url'

/**
 * Returns the host of a URL as a connection needs it: `mail.müller.de` as `mail.xn--mller-kva.de`, and an IPv6 address
 * without brackets. Empty if the host is missing or invalid. `URL` does so itself for `https:`, but not for schemes
 * such as `smtp:`.
 */
export function toHost({ hostname }: URL): string {
  try {
    return domainToASCII(decodeURIComponent(hostname)).replace(/^\[(.*)\]$/, '$1')
  } catch {
    return '' // a "%" that does not begin an escape
  }
}

/** Whether a host is this machine. A name such as `127.example.com` is not. */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}
