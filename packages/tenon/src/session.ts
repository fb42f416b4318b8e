export { session } from './services/session/current-session.ts'
export type { Session, SessionKey, SessionValues } from './services/session/session.ts'
export type { SessionOptions } from './services/session/session-options.ts'
