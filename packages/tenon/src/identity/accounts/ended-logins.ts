import { withoutReplicas } from '../../data/drivers/replicas/read-scope.ts'
import type { SessionLogin } from '../session/sessions.ts'
import { Logins } from './authentication/logins/logins.ts'

/** Returns the ids of those logins that have ended. */
export async function findEnded(logins: readonly SessionLogin[]): Promise<ReadonlySet<string>> {
  const groups = Map.groupBy(logins, ({ account, database }) => JSON.stringify([account, database]))
  const ended = new Set(logins.map(({ id }) => id))
  for (const [first, ...others] of groups.values()) {
    if (first === undefined) continue
    const ids = [...new Set([first, ...others].map(({ id }) => id))]
    const stored = new Logins(first.account, first.database)
    for (let at = 0; at < ids.length; at += idsPerStatement) {
      const some = ids.slice(at, at + idsPerStatement)
      // From the primary: a replica may still have a login that has ended.
      const found = await withoutReplicas(() => stored.findAll(some))
      for (const id of found) ended.delete(id)
    }
  }
  return ended
}

const idsPerStatement = 500
