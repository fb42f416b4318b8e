import { AssertionError } from 'node:assert'
import { entityOf, type AnyModel, type InstanceOf } from '../../data/records/entity.ts'
import { fieldsOf } from '../../data/records/record.ts'
import { Query } from '../../data/models/query.ts'
import { initialState } from '../../data/models/query-state.ts'
import type { Scoped } from '../../identity/policies/policy.ts'
import type { Verdict } from '../../identity/policies/verdict.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'

/** A policy with a scope and the ability `view`. */
export interface ScopedPolicy<User, M extends AnyModel> extends Scoped<User, M> {
  readonly view: {
    readonly model: M
    judge(user: User, record: InstanceOf<M>): MaybePromise<Verdict>
  }
}

/**
 * Checks that the scope of a policy keeps exactly the records that its `view` allows, so that a list and a single
 * record agree: `await assertScope(TodoPolicy, [ada, bob])`.
 *
 * It compares all records of the table for each user. Create records of every kind first, with a factory. Throws
 * `AssertionError` if they disagree, or if there is nothing to compare.
 */
export async function assertScope<User, M extends AnyModel>(
  policy: ScopedPolicy<User, M>,
  users: readonly User[],
): Promise<void> {
  const { model } = policy.view
  const records = await new Query(model, initialState(model)).all()
  if (records.length === 0 || users.length === 0) {
    throw new AssertionError({
      message: `Nothing to compare: pass users, and create records of "${model.table}" first.`,
    })
  }
  for (const user of users) await assertScopeOf(policy, user, records)
}

async function assertScopeOf<User, M extends AnyModel>(
  policy: ScopedPolicy<User, M>,
  user: User,
  records: readonly InstanceOf<M>[],
): Promise<void> {
  const { view } = policy
  const keyOf = (record: InstanceOf<M>) =>
    entityOf(view.model)
      .table.keys.map(({ name }) => String(fieldsOf(record)[name]))
      .join(', ')
  const kept = (
    await new Query(view.model, initialState(view.model)).scope(policy.scope(user)).all()
  ).map(keyOf)
  const allowed: string[] = []
  for (const record of records) {
    if ((await view.judge(user, record)) === true) allowed.push(keyOf(record))
  }

  const surplus = kept.filter((key) => !allowed.includes(key))
  const missing = allowed.filter((key) => !kept.includes(key))
  if (surplus.length === 0 && missing.length === 0) return
  const parts = [
    ...(surplus.length > 0 ? [`scope keeps ${surplus.join(', ')}, which view refuses`] : []),
    ...(missing.length > 0 ? [`scope leaves out ${missing.join(', ')}, which view allows`] : []),
  ]
  throw new AssertionError({
    message: `The policy of "${view.model.table}" disagrees with itself for ${nameOf(user)}: ${parts.join('; ')}.`,
  })
}

function nameOf(user: unknown): string {
  const hasId = typeof user === 'object' && user !== null && 'id' in user
  return hasId ? `the user ${String(user.id)}` : 'a user'
}
