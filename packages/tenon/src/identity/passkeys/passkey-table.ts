import type { OwnRow, OwnTable } from '../../data/database/own/own-table.ts'

/** The passkeys of users. The id is the credential's; `transports` is JSON. */
export const passkeyTable = {
  name: 'tenon_passkeys',
  columns: {
    id: 'text',
    account: 'text',
    user_key: 'text',
    name: 'text',
    public_key: 'text',
    counter: 'bigint',
    transports: 'text',
    created_at: 'bigint',
    used_at: 'bigint?',
  },
  constraints: ['primary key (id)'],
  indexes: { user: '(account, user_key)' },
} as const satisfies OwnTable

export type PasskeyRow = OwnRow<typeof passkeyTable>
