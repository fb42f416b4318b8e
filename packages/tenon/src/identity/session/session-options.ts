import type { KeyRing } from '../../base/keys/key-ring.ts'
import { toMs, type Duration } from '../../base/support/duration.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { unreachable } from '../../base/support/unreachable.ts'
import { CachedSessions } from './cached-sessions.ts'
import { CookieSessions } from './cookie-sessions.ts'
import { DatabaseSessions } from './database-sessions.ts'
import type { SessionLifetime, SessionStore } from './session-store.ts'
import { Sessions } from './sessions.ts'

/** How an application keeps sessions. */
export interface SessionOptions {
  /**
   * Where they are kept. `cookie`: sealed in the browser, up to 3,800 bytes. `database`: in the table
   * `tenon_sessions`. `store`: with the cache, on the server of `REDIS_URL` or in this process's memory.
   * An object: wherever it keeps them. Default `cookie`.
   */
  readonly store?: 'cookie' | 'database' | 'store' | SessionStore
  /** How long a session lasts at most. Default `7d`. */
  readonly lifetime?: Duration
  /** How long a session lasts without being used. Default `2h`. */
  readonly idle?: Duration
}

/**
 * Prepares the sessions of an application, at boot. Throws `E_DURATION` for a malformed duration. The
 * store `cookie` needs a key: without one, the first use of a session throws `E_NO_KEY`.
 */
export function createSessions(options: SessionOptions, keys: KeyRing | undefined): Sessions {
  const { store = 'cookie', lifetime = '7d', idle = '2h' } = options
  const limits = {
    lifetimeMs: toMs(lifetime, 'session lifetime'),
    idleMs: toMs(idle, 'session idle time'),
  }
  return new Sessions(createSessionStore(store, limits, keys), limits)
}

function createSessionStore(
  store: NonNullable<SessionOptions['store']>,
  lifetime: SessionLifetime,
  keys: KeyRing | undefined,
): SessionStore {
  if (typeof store === 'object') return store
  switch (store) {
    case 'cookie':
      return keys === undefined ? withoutKey : new CookieSessions(keys, lifetime)
    case 'database':
      return new DatabaseSessions(lifetime)
    case 'store':
      return new CachedSessions(lifetime)
    default:
      return unreachable(store)
  }
}

const withoutKey: SessionStore = {
  isOnServer: false,
  read: () => undefined,
  save: () => {
    throw new SetupError(
      'E_NO_KEY',
      'The session is kept in a sealed cookie, and there is no key. Set APP_KEY; "key:generate" prints one.',
    )
  },
  destroy: () => {},
}
