/**
 * Where the JSON of an answer has dates and big integers. The server prints it with the routes, and clients that
 * revive answers read it. Nothing is guessed: text that looks like a date is a date only if the server states one.
 */
export type Place = Definition | Kind | readonly Kind[]

/** What a value may be: one of several is found by what the value is. */
export type Kind = Leaf | ObjectPlace | ListPlace

/** A text that is a date or a big integer. */
export type Leaf = 'Date' | 'bigint'

/** The name of a place that contains itself. */
export type Definition = `#${number}`

export interface ObjectPlace {
  /** By name; `null` for a field that has none. */
  readonly fields: Readonly<Record<string, Place | null>>
  /** That of all other fields. */
  readonly others?: Place
  /** The constants that tell an object of this kind from those of others. */
  readonly if?: Readonly<Record<string, readonly unknown[]>>
}

export interface ListPlace {
  /** Those of the first items. */
  readonly first?: ReadonlyArray<Place | null>
  readonly items: Place | null
}

/** The places of a route's answers: by status, and by the name of those that contain themselves. */
export type AnswerPlaces = Readonly<Record<string, Place>>
