import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { hash, parseHash } from './hash.ts'

/** Hashes of another algorithm, which a table of users has from the application before. */
export interface FormerHashes {
  /** Checks a password against such a hash: `compare` of bcryptjs. */
  readonly verify: (password: string, stored: string) => MaybePromise<boolean>
  /**
   * Any hash of this algorithm with the cost of those in the table. It is compared with where there is no such hash,
   * so that every login takes the same time and does not reveal which users exist.
   */
  readonly example: string
}

/** Checks a password against a stored hash, which may be of a former algorithm. */
export async function isPassword(
  password: string,
  stored: string | undefined,
  former: FormerHashes | undefined,
): Promise<boolean> {
  const isRight = await hash.verify(password, stored)
  if (former === undefined) return isRight
  const isFormer = stored !== undefined && stored !== '' && parseHash(stored) === undefined
  const isRightFormer = await former.verify(password, isFormer ? stored : former.example)
  return isFormer ? isRightFormer : isRight
}
