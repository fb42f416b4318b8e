import { AsyncLocalStorage } from 'node:async_hooks'

/** Whether the current request, task or command reads from the primary or from replicas. */
interface ReadScope {
  /** Set by the first write, because a replica may not have received it yet. */
  readsPrimary: boolean
  readonly outer: ReadScope | undefined
}

const scopes = new AsyncLocalStorage<ReadScope | undefined>()

/**
 * Runs a request, a task or a command. It reads from replicas until it writes.
 *
 * Outside of such a scope, everything reads from the primary.
 */
export function withReplicaReads<Result>(work: () => Result): Result {
  return scopes.run({ readsPrimary: false, outer: undefined }, work)
}

/**
 * Runs `body` with every read on the primary database, so that it sees what other requests have just written.
 *
 * Without read replicas (`DATABASE_REPLICA_URL`) it has no effect.
 */
export function primary<Result>(body: () => Result): Result {
  return scopes.run({ readsPrimary: true, outer: scopes.getStore() }, body)
}

/** Runs the framework's own reads on the primary, without changing where the caller reads. */
export function withoutReplicas<Result>(work: () => Result): Result {
  return scopes.getStore() === undefined ? work() : scopes.run(undefined, work)
}

export function readsReplica(): boolean {
  return scopes.getStore()?.readsPrimary === false
}

/** From now on, the current scope and those around it read from the primary. */
export function readPrimaryFromNow(): void {
  for (let scope = scopes.getStore(); scope !== undefined; scope = scope.outer) {
    scope.readsPrimary = true
  }
}
