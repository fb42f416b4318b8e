import type { OwnRow, OwnTable } from '../../../data/database/own/own-table.ts'

/** Signals that no job has waited for yet. */
export const signalTable = {
  name: 'queue_signals',
  columns: { id: 'id', name: 'text', signal_key: 'text', value: 'text', created_at: 'bigint' },
} as const satisfies OwnTable

export type SignalRow = OwnRow<typeof signalTable>
