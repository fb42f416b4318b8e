import type { CompiledSql } from '../../../database/sql.ts'
import type { Row } from '../../../database/statement.ts'

/** The kinds of server that a URL can ask for, as in libpq's `target_session_attrs`. */
export const sessionKinds = [
  'any',
  'read-write',
  'read-only',
  'primary',
  'standby',
  'prefer-standby',
] as const

export type SessionKind = (typeof sessionKinds)[number]

/** The kinds that can be checked on one server; a preference needs two checks. */
export type CheckedKind = Exclude<SessionKind, 'prefer-standby'>

export function isSessionKind(text: string): text is SessionKind {
  return sessionKinds.some((kind) => kind === text)
}

/** The kinds to look for on all servers, one after the other, until a server is found. */
export function toCheckedKinds(kind: SessionKind): readonly CheckedKind[] {
  return kind === 'prefer-standby' ? ['standby', 'any'] : [kind]
}

/** Asks a server whether it refuses writes, and whether it follows another server. */
export const askSessionKind: CompiledSql = {
  sql: "select current_setting('transaction_read_only') = 'on', pg_is_in_recovery()",
  parameters: [],
}

/** Whether the server refuses writes, according to its answer to `askSessionKind`. */
export function isReadOnly([isReadOnlySession]: Row): boolean {
  return isReadOnlySession === true
}

/** Whether a server that gave this answer is of the kind. */
export function isOfKind(kind: CheckedKind, answer: Row): boolean {
  return matches[kind](answer)
}

const matches: Readonly<Record<CheckedKind, (answer: Row) => boolean>> = {
  any: () => true,
  'read-write': (answer) => !isReadOnly(answer),
  'read-only': isReadOnly,
  primary: ([, isFollowing]) => isFollowing === false,
  standby: ([, isFollowing]) => isFollowing === true,
}
