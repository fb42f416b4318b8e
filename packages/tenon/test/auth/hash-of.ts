import { hash } from '../../src/auth.ts'

const known = new Map<string, Promise<string>>()

/** The hash of a password of users who are there before a test begins. To make one takes 20 ms of CPU. */
export function hashOf(password: string): Promise<string> {
  const hashed = known.get(password) ?? hash.make(password)
  known.set(password, hashed)
  return hashed
}
