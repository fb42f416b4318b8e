import { toExpiry, type SessionLifetime } from '../../../session/session-store.ts'

/** One browser in which a user is logged in; moments are milliseconds since 1970. */
export interface Login {
  readonly id: string
  /** The user's key, as text. */
  readonly userKey: string
  /** A digest of the password hash at the last login: another password ends the login. */
  readonly stamp: string
  /** The browser's `User-Agent`. */
  readonly device: string
  readonly ip: string
  readonly createdAt: number
  readonly usedAt: number
  /** When the user last proved who they are, by a login or by `confirm`. */
  readonly confirmedAt: number
  /** Until when the browser is remembered; `undefined` if the login ends with its session. */
  readonly rememberUntil: number | undefined
}

/** The browser that sent a request. */
export type Device = Pick<Login, 'device' | 'ip'>

/** The moment from which a login counts as ended. */
export function toLoginExpiry(
  login: Pick<Login, 'createdAt' | 'usedAt' | 'rememberUntil'>,
  lifetime: SessionLifetime,
): number {
  return login.rememberUntil ?? toExpiry(login, lifetime)
}
