import type { CompiledSql } from '../../sql.ts'
import type { Row } from '../../statement.ts'

/**
 * What a server must be to be used, as in libpq's `target_session_attrs`. `prefer-standby` is left
 * out: it would need every server to be asked before one is used.
 */
export const sessionKinds = ['any', 'read-write', 'read-only', 'primary', 'standby'] as const

export type SessionKind = (typeof sessionKinds)[number]

export function isSessionKind(text: string): text is SessionKind {
  return sessionKinds.some((kind) => kind === text)
}

/** Asks what a server is: whether it refuses writes, and whether it follows another one. */
export const askSessionKind: CompiledSql = {
  sql: "select current_setting('transaction_read_only') = 'on', pg_is_in_recovery()",
  parameters: [],
}

/** Whether the server refuses writes, by its answer to `askSessionKind`. */
export function isReadOnly([isReadOnlySession]: Row): boolean {
  return isReadOnlySession === true
}

/** Whether a server that gave this answer is of the kind. */
export function isOfKind(kind: SessionKind, answer: Row): boolean {
  return matches[kind](answer)
}

const matches: Readonly<Record<SessionKind, (answer: Row) => boolean>> = {
  any: () => true,
  'read-write': (answer) => !isReadOnly(answer),
  'read-only': isReadOnly,
  primary: ([, isFollowing]) => isFollowing === false,
  standby: ([, isFollowing]) => isFollowing === true,
}
