import type { OwnRow, OwnTable } from '../../data/database/own/own-table.ts'
import { rename } from '../../data/database/own/rename.ts'

/** The sessions that the database keeps. */
export const sessionTable = {
  name: 'tenon_sessions',
  columns: {
    digest: 'text',
    data: 'text',
    created_at: 'bigint',
    used_at: 'bigint',
    expires_at: 'bigint',
  },
  constraints: ['primary key (digest)'],
  indexes: { expires_at: '(expires_at)' },
  upgrades: [
    rename(
      { name: 'sessions', columns: ['digest', 'data', 'used_at', 'expires_at'] },
      'tenon_sessions',
    ),
  ],
} as const satisfies OwnTable

export type SessionRow = OwnRow<typeof sessionTable>
