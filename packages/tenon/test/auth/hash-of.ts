import { hash } from '../../src/auth.ts'

const known = new Map<string, Promise<string>>()

/** The hash of a password of users who are there before a test begins. A costly one takes 20 ms of CPU. */
export async function hashOf(password: string): Promise<string> {
  const hashed = await known.get(password)
  // Of another cost: the next login would replace it.
  if (hashed !== undefined && !hash.needsRehash(hashed)) return hashed
  const made = hash.make(password)
  known.set(password, made)
  return made
}
