import type { OwnTable } from '../../own/own-table.ts'

/** What happened to a record. */
export const AUDIT_ACTIONS = ['created', 'updated', 'deleted'] as const

/** Who changed what of which record, and when. */
export const auditTable = {
  name: 'tenon_audits',
  columns: {
    id: 'id',
    record_table: 'text',
    record_key: 'text',
    action: AUDIT_ACTIONS,
    changes: 'text',
    actor: 'text?',
    at: 'bigint',
  },
  indexes: {
    record: '(record_table, record_key, id)',
    at: '(record_table, at)',
    actor: '(actor) where actor is not null',
  },
} as const satisfies OwnTable
