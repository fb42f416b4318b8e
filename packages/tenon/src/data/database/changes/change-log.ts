import type { Change, ChangeList } from './change.ts'

/** Hears what was committed; `undefined` if it may be anything. */
export type Follower = (changes: readonly Change[] | undefined) => void

/** A period in which commits are followed without a gap. Only its identity matters. */
export type FollowedTime = object

/**
 * Tells what this process has committed in one database to those who follow it.
 *
 * While nobody does, a write costs nothing for it: a transaction compares the followed times of its
 * beginning and its end instead of noting each write.
 */
export class ChangeLog {
  readonly #followers = new Set<Follower>()
  #followed: FollowedTime | undefined

  /** The current period; `undefined` while no one follows. */
  get followed(): FollowedTime | undefined {
    return this.#followed
  }

  /** Whether anybody wants to know. */
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
   * Called after the commit of a transaction with these changes. If it began before somebody followed,
   * which may be without a write, anything may have changed.
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
