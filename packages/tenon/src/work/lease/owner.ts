import { hostname } from 'node:os'

/** Names this process as the owner of leases: `host:pid:random`. */
export function createOwner(): string {
  return `${hostname()}:${process.pid}:${Math.random().toString(36).slice(2, 8)}`
}
