import { expectType, type Equal } from '../../data/columns/equal.test-d.ts'
import type { Session } from './session.ts'

declare const session: Session

// Without `Register.session` any key is allowed, and what is read is unknown.
expectType<Equal<ReturnType<typeof session.all>, Partial<Record<string, unknown>>>>()
session.set('anything', 1)
export const value: unknown = session.get('anything')
