import type { OwnRow, OwnTable } from '../../data/database/own/own-table.ts'

/** The sessions that the database keeps. */
export const sessionTable = {
  name: 'sessions',
  columns: {
    digest: 'text',
    data: 'text',
    created_at: 'bigint',
    used_at: 'bigint',
    expires_at: 'bigint',
  },
  constraints: ['primary key (digest)'],
  indexes: { expires_at: '(expires_at)' },
} as const satisfies OwnTable

export type SessionRow = OwnRow<typeof sessionTable>
