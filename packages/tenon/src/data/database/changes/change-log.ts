import type { Change, ChangeList } from './change.ts'

/** Hears what was committed; `undefined` if it may be anything. */
export type Follower = (changes: readonly Change[] | undefined) => void

/** Tells what this process has committed in one database to those who follow it. */
export class ChangeLog {
  readonly #followers = new Set<Follower>()

  /** Whether anybody wants to know. If not, a write only leaves a mark in its transaction. */
  get isFollowed(): boolean {
    return this.#followers.size > 0
  }

  follow(follower: Follower): Disposable {
    this.#followers.add(follower)
    return { [Symbol.dispose]: () => this.#followers.delete(follower) }
  }

  /** Called after a commit. */
  tell(changes: readonly Change[] | undefined): void {
    for (const follower of this.#followers) follower(changes)
  }

  /** Called after the commit of a transaction with these changes. */
  tellList(list: ChangeList): void {
    if (!this.isFollowed || list.isEmpty) return
    this.tell(list.hasUnseen ? undefined : list.all)
  }
}
