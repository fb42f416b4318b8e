import type { HttpRequest } from 'tenon'
import { providers } from '../../providers.ts'

/** The providers at which the user can log in to prove who they are. */
export async function listConnected(request: HttpRequest) {
  const identities = await providers.list(request)
  const connected = new Set(identities.map(({ provider }) => provider))
  return providers.available.filter(({ name }) => connected.has(name))
}
