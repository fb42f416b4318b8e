import { withoutReplicas } from '../../data/drivers/replicas/read-scope.ts'
import type { Entity } from '../../data/records/entity.ts'
import type { SessionLogin } from '../session/sessions.ts'
import { Logins } from './authentication/logins/logins.ts'

/**
 * Returns the ids of those logins that have ended, or whose users no longer exist or may not log in any more. The
 * models of the users decide who may log in. If the application does not list the model, only the logins are checked.
 */
export async function findEnded(
  entities: readonly Entity[],
  logins: readonly SessionLogin[],
): Promise<ReadonlySet<string>> {
  const groups = Map.groupBy(logins, ({ account, database }) => JSON.stringify([account, database]))
  const ended = new Set(logins.map(({ id }) => id))
  for (const [first, ...others] of groups.values()) {
    if (first === undefined) continue
    const ids = [...new Set([first, ...others].map(({ id }) => id))]
    const stored = new Logins(first.account, first.database)
    const users = entities.find(
      ({ table, account }) =>
        account !== undefined && table.name === first.account && table.database === first.database,
    )
    for (let at = 0; at < ids.length; at += idsPerStatement) {
      const some = ids.slice(at, at + idsPerStatement)
      // From the primary: a replica may still have a login that has ended.
      const found = await withoutReplicas(() => stored.findAll(some))
      const valid = (await users?.account?.findValid(found)) ?? found
      for (const { id } of valid) ended.delete(id)
    }
  }
  return ended
}

const idsPerStatement = 500
