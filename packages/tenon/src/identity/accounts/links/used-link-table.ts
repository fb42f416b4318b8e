import type { OwnTable } from '../../../data/own/own-table.ts'

/** The used links that have not expired yet. */
export const usedLinkTable = {
  name: 'tenon_used_links',
  columns: { id: 'text', expires_at: 'bigint' },
  constraints: ['primary key (id)'],
  indexes: { expires_at: '(expires_at)' },
} as const satisfies OwnTable
