import { assertIdentifier } from '../../columns/identifier.ts'
import { ANY_OWNER, OWNER_SETTING } from '../../database/owners/current-owners.ts'
import type { OwnerPolicy, OwnerPolicyChange, RunSql } from '../operation.ts'

/**
 * Makes PostgreSQL show and accept only rows of the owner that a statement names. This applies also to the role that
 * owns the table, but not to superusers and roles with `bypassrls`. Has no effect on SQLite, which has no policies.
 *
 * Throws `E_IDENTIFIER` for a name with special characters.
 */
export function createOwnerPolicy(table: string, policy: OwnerPolicy): RunSql {
  const { create, drop, change } = policySql(table, policy)
  return {
    kind: 'execute',
    up: create,
    down: drop,
    policy: { call: 'createOwnerPolicy', ...change },
  }
}

/** Drops the policy of `createOwnerPolicy`, so that every statement sees all rows. */
export function dropOwnerPolicy(table: string, policy: OwnerPolicy): RunSql {
  const { create, drop, change } = policySql(table, policy)
  return { kind: 'execute', up: drop, down: create, policy: { call: 'dropOwnerPolicy', ...change } }
}

/** The name of the policy. A table has at most one. */
export const OWNER_POLICY = 'tenon_owner'

function policySql(table: string, policy: OwnerPolicy) {
  const { column, owner, through } = policy
  for (const name of [table, column, owner, ...(through === undefined ? [] : [through])]) {
    assertIdentifier(name)
  }
  const create = [
    `create policy ${OWNER_POLICY} on "${table}" using (${seen(table, policy)});`,
    `alter table "${table}" enable row level security;`,
    `alter table "${table}" force row level security;`,
  ]
  const drop = [
    `alter table "${table}" no force row level security;`,
    `alter table "${table}" disable row level security;`,
    `drop policy ${OWNER_POLICY} on "${table}";`,
  ]
  const change: Omit<OwnerPolicyChange, 'call'> = { table, policy }
  return { create: postgres(create), drop: postgres(drop), change }
}

/**
 * The condition of the policy. Its subqueries run once for each statement, not once for each row. With `case`,
 * PostgreSQL expects half of the rows; without it, PostgreSQL expects no rows and chooses plans that are bad for many.
 */
function seen(table: string, { column, owner, through }: OwnerPolicy): string {
  const setting = `current_setting('${OWNER_SETTING}', true)`
  const owners = `((select nullif(${setting}, '')::text[])::text[])`
  const row =
    through === undefined
      ? `'${owner}:' || "${column}" = any ${owners}`
      : `exists (select from "${owner}" where "${owner}"."${through}" = "${table}"."${column}")`
  return `case when (select ${setting} = '${ANY_OWNER}') then true else ${row} end`
}

function postgres(lines: readonly string[]): { readonly sqlite: ''; readonly postgres: string } {
  return { sqlite: '', postgres: lines.join('\n') }
}
