/**
 * Where the JSON of a response has dates and big integers. The server prints it with the routes, and clients that
 * revive responses read it. Nothing is guessed: text that looks like a date is one only if the server says so.
 */
export type Place = Definition | Kind | readonly Kind[]

/** What a value may be. If there are several kinds, the value itself decides. */
export type Kind = Leaf | ObjectPlace | ListPlace

/** A text that is a date or a big integer. */
export type Leaf = 'Date' | 'bigint'

/** The name of a place that contains itself. */
export type Definition = `#${number}`

export interface ObjectPlace {
  /** The place of each field; `null` for a field without dates and big integers. */
  readonly fields: Readonly<Record<string, Place | null>>
  /** The place of all other fields. */
  readonly others?: Place
  /** The constants that distinguish an object of this kind from other kinds. */
  readonly if?: Readonly<Record<string, readonly unknown[]>>
}

export interface ListPlace {
  /** The places of the first items. */
  readonly first?: ReadonlyArray<Place | null>
  readonly items: Place | null
}

/** The places of a route's responses by status, and recursive places by their names. */
export type AnswerPlaces = Readonly<Record<string, Place>>
