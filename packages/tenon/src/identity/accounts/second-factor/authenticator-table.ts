import type { OwnRow, OwnTable } from '../../../data/database/own/own-table.ts'

/** `secret` and `pending` are sealed; `last_step` is the last time step whose code was accepted. */
export const authenticatorTable = {
  name: 'tenon_authenticators',
  columns: {
    account: 'text',
    user_key: 'text',
    secret: 'text?',
    pending: 'text?',
    last_step: 'bigint',
  },
  constraints: ['primary key (account, user_key)'],
} as const satisfies OwnTable

export type AuthenticatorRow = OwnRow<typeof authenticatorTable>
