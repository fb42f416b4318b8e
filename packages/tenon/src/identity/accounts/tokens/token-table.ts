import type { OwnRow, OwnTable } from '../../../data/database/own/own-table.ts'

/** The tokens of users. `account` is the users' table, `digest` that of the whole text; `abilities` is JSON. */
export const tokenTable = {
  name: 'tenon_tokens',
  columns: {
    id: 'text',
    account: 'text',
    user_key: 'text',
    name: 'text',
    digest: 'text',
    abilities: 'text',
    created_at: 'bigint',
    used_at: 'bigint?',
    expires_at: 'bigint?',
  },
  constraints: ['primary key (id)'],
  indexes: { user: '(account, user_key)' },
} as const satisfies OwnTable

export type TokenRow = OwnRow<typeof tokenTable>
