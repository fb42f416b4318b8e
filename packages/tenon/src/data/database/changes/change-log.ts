import type { Change, ChangeList } from './change.ts'

/** Called with the committed changes; with `undefined` if anything may have changed. */
export type Follower = (changes: readonly Change[] | undefined) => void

/** A period in which commits are followed without a gap. Only its identity matters. */
export type FollowedTime = object

/**
 * Reports to followers what this process has committed in one database.
 *
 * Without followers, a write does no extra work: a transaction compares the followed times of its
 * beginning and its end instead of recording each write.
 */
export class ChangeLog {
  readonly #followers = new Set<Follower>()
  #followed: FollowedTime | undefined

  /** The current period; `undefined` if there are no followers. */
  get followed(): FollowedTime | undefined {
    return this.#followed
  }

  /** Whether there are followers. */
  get isFollowed(): boolean {
    return this.#followed !== undefined
  }

  follow(follower: Follower): Disposable {
    this.#followers.add(follower)
    this.#followed ??= {}
    return { [Symbol.dispose]: () => this.#leave(follower) }
  }

  /** Called after a commit. */
  tell(changes: readonly Change[] | undefined): void {
    for (const follower of this.#followers) follower(changes)
  }

  /**
   * Called after the commit of a transaction with these changes. If the transaction began before the current
   * period, its first writes may not have been recorded, so anything may have changed.
   */
  tellList(list: ChangeList, begun: FollowedTime | undefined): void {
    if (!this.isFollowed) return
    if (begun !== this.#followed) this.tell(undefined)
    else if (!list.isEmpty) this.tell(list.all)
  }

  #leave(follower: Follower): void {
    this.#followers.delete(follower)
    if (this.#followers.size === 0) this.#followed = undefined
  }
}
