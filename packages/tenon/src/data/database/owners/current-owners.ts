/**
 * The owners whose rows a statement may see in a PostgreSQL database with row level security, as the text of an
 * array: `{"teams:1"}`, or `{*}` for all owners.
 *
 * A connection sends the owners before each statement that needs them. Other databases do not use them.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** The setting that policies compare with the owner of a row. */
export const OWNER_SETTING = 'tenon.owner'

/** The rows of all owners. */
export const ANY_OWNER = '{*}'

interface OwnerScope {
  owners: string | undefined
  /** What set the owners: a model's query (also for the relations it loads), a request, or the application's code. */
  readonly by: 'query' | 'request' | 'code'
}

const scopes = new AsyncLocalStorage<OwnerScope>()

/** The owners whose rows the current statement may see; `undefined` if no owners are set, so that it sees no rows. */
export function currentOwners(): string | undefined {
  return scopes.getStore()?.owners
}

/** The owners that the model's query around the current statement has set; `undefined` outside of a query. */
export function statedOwners(): string | undefined {
  const scope = scopes.getStore()
  return scope?.by === 'query' ? scope.owners : undefined
}

/** Runs `work`; raw SQL in it sees the rows of these owners. */
export function asOwners<Result>(owners: string, work: () => Result): Result {
  return scopes.run({ owners, by: 'code' }, work)
}

/** Runs the statements of a model's query for these owners. */
export function asStated<Result>(owners: string, work: () => Result): Result {
  return scopes.run({ owners, by: 'query' }, work)
}

/** Runs a request. Its owners are set later, when its handler's records are bound. */
export function withOwnersOfRequest<Result>(work: () => Result): Result {
  return scopes.run({ owners: undefined, by: 'request' }, work)
}

/** Whether a request is running, so that `setOwnersOfRequest` has an effect. */
export function isInRequest(): boolean {
  return scopes.getStore()?.by === 'request'
}

export function setOwnersOfRequest(owners: string): void {
  const scope = scopes.getStore()
  if (scope?.by === 'request') scope.owners = owners
}

/** The text of an array of owners. */
export function ownersText(owners: readonly string[]): string {
  return `{${owners.map((owner) => `"${owner.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
