/**
 * Whose rows a statement may see on a PostgreSQL database with row level security, as the text of an array:
 * `{"teams:1"}`, or `{*}` for those of anyone.
 *
 * A connection tells the database before each statement that needs it. Nothing is told on other databases.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** The setting that policies compare with the owner of a row. */
export const OWNER_SETTING = 'tenon.owner'

/** The rows of all owners. */
export const ANY_OWNER = '{*}'

interface OwnerScope {
  owners: string | undefined
  /** Who has said so: a model's query, whose relations are read for the same owner, a request, or your code. */
  readonly by: 'query' | 'request' | 'code'
}

const scopes = new AsyncLocalStorage<OwnerScope>()

/** Whose rows the current statement may see; `undefined` if nothing has said so, and none are seen. */
export function currentOwners(): string | undefined {
  return scopes.getStore()?.owners
}

/** What the query around a statement of a model has said; `undefined` for a statement of its own. */
export function statedOwners(): string | undefined {
  const scope = scopes.getStore()
  return scope?.by === 'query' ? scope.owners : undefined
}

/** Runs `work`, whose raw SQL sees the rows of these owners. */
export function asOwners<Result>(owners: string, work: () => Result): Result {
  return scopes.run({ owners, by: 'code' }, work)
}

/** Runs the statements of a model's query. */
export function asStated<Result>(owners: string, work: () => Result): Result {
  return scopes.run({ owners, by: 'query' }, work)
}

/** Runs a request, whose owners are known once its handler has bound them. */
export function withOwnersOfRequest<Result>(work: () => Result): Result {
  return scopes.run({ owners: undefined, by: 'request' }, work)
}

/** Whether a request runs, whose owners can be set. */
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
