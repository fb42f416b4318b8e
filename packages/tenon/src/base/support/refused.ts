/**
 * A type without values that makes the compiler reject code with a readable sentence.
 *
 * The sentence is a property name, because the compiler names the missing property first, before it
 * prints the types.
 */
export type Refused<Sentence extends string> = { readonly [Missing in Sentence]: never }

/** A value that must not be sent as it is. Its type carries a sentence that says what to do instead. */
export interface Unsent<Sentence extends string> {
  readonly '~unsent': Sentence
}
