import { isIPv6 } from 'node:net'

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
