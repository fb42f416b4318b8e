/** A token by which a program acts for a user; moments are milliseconds since 1970. */
export interface StoredToken {
  /** The public part of the text. */
  readonly id: string
  readonly userKey: string
  readonly name: string
  readonly digest: string
  readonly abilities: readonly string[]
  readonly createdAt: number
  readonly usedAt: number | undefined
  /** `undefined` for a token that does not expire. */
  readonly expiresAt: number | undefined
}

/** A token as its user sees it in a list. */
export interface ListedToken<Ability extends string = string> {
  readonly id: string
  /** How the text begins, so that a user can tell tokens apart. */
  readonly prefix: string
  readonly name: string
  readonly abilities: readonly Ability[]
  readonly createdAt: Date
  /** When it was used last, to the minute. */
  readonly usedAt: Date | null
  readonly expiresAt: Date | null
}

/** A new token. */
export interface IssuedToken<Ability extends string = string> extends ListedToken<Ability> {
  /** What the program sends. Show it once; it cannot be read again. */
  readonly text: string
}
