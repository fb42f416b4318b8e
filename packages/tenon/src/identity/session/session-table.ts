import { OwnLookup } from '../../data/own/own-lookup.ts'
import type { OwnRow, OwnTable } from '../../data/own/own-table.ts'
import { rename } from '../../data/own/rename.ts'

/** The sessions in the database; `login` is the id of a login in the data. */
export const sessionTable = {
  name: 'tenon_sessions',
  columns: {
    digest: 'text',
    data: 'text',
    created_at: 'bigint',
    used_at: 'bigint',
    expires_at: 'bigint',
    login: 'text?',
  },
  constraints: ['primary key (digest)'],
  indexes: { expires_at: '(expires_at)' },
  upgrades: [
    rename(
      { name: 'sessions', columns: ['digest', 'data', 'used_at', 'expires_at'] },
      'tenon_sessions',
    ),
    {
      isRolling: true,
      statements: () => ['alter table tenon_sessions add column login text'],
    },
  ],
} as const satisfies OwnTable

/** The columns that are read of a session, by its digest. */
export const sessionColumns = ['digest', 'data', 'created_at', 'used_at', 'expires_at'] as const

export const sessionByDigest = new OwnLookup(sessionTable, sessionColumns)

export type SessionRow = Pick<OwnRow<typeof sessionTable>, (typeof sessionColumns)[number]>
