import type { OwnTable } from '../../../data/own/own-table.ts'

/** The digests of recovery codes that have not been used. */
export const recoveryCodeTable = {
  name: 'tenon_recovery_codes',
  columns: { account: 'text', user_key: 'text', digest: 'text' },
  constraints: ['primary key (account, user_key, digest)'],
} as const satisfies OwnTable
