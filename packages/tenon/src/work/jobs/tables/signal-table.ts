import type { OwnRow, OwnTable } from '../../../data/database/own/own-table.ts'
import { rename } from '../../../data/database/own/rename.ts'

/** Signals that no job has waited for yet. */
export const signalTable = {
  name: 'tenon_job_signals',
  columns: { id: 'id', name: 'text', signal_key: 'text', value: 'text', created_at: 'bigint' },
  upgrades: [
    rename({ name: 'queue_signals', columns: ['signal_key', 'value'] }, 'tenon_job_signals'),
  ],
} as const satisfies OwnTable

export type SignalRow = OwnRow<typeof signalTable>
