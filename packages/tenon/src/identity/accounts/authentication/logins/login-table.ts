import type { OwnRow, OwnTable } from '../../../../data/own/own-table.ts'

/**
 * One row for each browser that is logged in. `account` is the users' table, `stamp` a digest of the
 * password hash.
 */
export const loginTable = {
  name: 'tenon_logins',
  columns: {
    id: 'text',
    account: 'text',
    user_key: 'text',
    stamp: 'text',
    device: 'text',
    ip: 'text',
    created_at: 'bigint',
    used_at: 'bigint',
    confirmed_at: 'bigint',
    expires_at: 'bigint',
    remember_until: 'bigint?',
    remember_digest: 'text?',
    previous_digest: 'text?',
    rotated_at: 'bigint?',
  },
  constraints: ['primary key (id)'],
  indexes: { user: '(account, user_key)', expires_at: '(expires_at)' },
} as const satisfies OwnTable

/** The columns that are read of a login, by its id. */
export const loginColumns = [
  'id',
  'account',
  'user_key',
  'stamp',
  'device',
  'ip',
  'created_at',
  'used_at',
  'confirmed_at',
  'expires_at',
  'remember_until',
] as const

export type LoginRow = OwnRow<typeof loginTable>
export type ReadLogin = Pick<LoginRow, (typeof loginColumns)[number]>
