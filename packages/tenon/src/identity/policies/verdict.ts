import type { MaybePromise } from '../../base/support/maybe-promise.ts'

/** A refusal with a sentence for the user, made by `deny()`. */
export class Denial {
  readonly sentence: string

  constructor(sentence: string) {
    this.sentence = sentence
  }
}

/** The decision of a rule. Only `true` allows. */
export type Verdict = boolean | Denial

/** A rule of a policy: may this user do it, with this record? `context` is what the policy's `load` returned. */
export type Judge<User, Record, Context = undefined> = (
  user: User,
  record: Record,
  context: Context,
) => MaybePromise<Verdict>

/**
 * Refuses with a sentence that the user sees instead of the general message:
 * `todo.author_id === user.id || deny('Only its author may change a todo')`.
 */
export function deny(sentence: string): Denial {
  return new Denial(sentence)
}
