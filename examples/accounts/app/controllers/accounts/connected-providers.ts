import type { HttpRequest } from 'tenon'
import { providers } from '../../providers.ts'

/** The providers with which the user can confirm that it is them: those that are connected to the account. */
export async function listConnected(request: HttpRequest) {
  const identities = await providers.list(request)
  const connected = new Set(identities.map(({ provider }) => provider))
  return providers.available.filter(({ name }) => connected.has(name))
}
