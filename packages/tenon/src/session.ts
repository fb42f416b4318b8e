export { session } from './identity/session/sessions.ts'
export type { Session, SessionKey, SessionValues } from './identity/session/session.ts'
export type {
  SessionChanges,
  SessionSave,
  SessionStore,
  StoredSession,
} from './identity/session/session-store.ts'
export type { SessionOptions } from './identity/session/sessions.ts'
