import type { OwnTable } from '../../../data/database/own/own-table.ts'

/** The links that were used and have not expired. */
export const usedLinkTable = {
  name: 'tenon_used_links',
  columns: { id: 'text', expires_at: 'bigint' },
  constraints: ['primary key (id)'],
  indexes: { expires_at: '(expires_at)' },
} as const satisfies OwnTable
