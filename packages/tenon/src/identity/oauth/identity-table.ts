import type { OwnRow, OwnTable } from '../../data/database/own/own-table.ts'

/** The accounts at providers that are connected to users. */
export const identityTable = {
  name: 'tenon_identities',
  columns: {
    id: 'text',
    account: 'text',
    user_key: 'text',
    provider: 'text',
    issuer: 'text',
    subject: 'text',
    email: 'text?',
    created_at: 'bigint',
    used_at: 'bigint?',
  },
  constraints: ['primary key (id)', 'unique (account, issuer, subject)'],
  indexes: { user: '(account, user_key)' },
} as const satisfies OwnTable

export type IdentityRow = OwnRow<typeof identityTable>
