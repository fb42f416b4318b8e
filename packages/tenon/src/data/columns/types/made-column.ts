import type { Digits } from './type-rules.ts'

/** What `tenon make` writes for a column, besides its declaration. */
export interface MadeColumn {
  /** Its form field; absent if only factories know the column. */
  readonly control?: FieldControl
  /** The calls of its Zod schema, in order; `say` writes what they say of other values. */
  readonly schema?: (field: MadeField, say: SayProblem) => readonly string[]
  /** Its value in a factory, where `n` counts the records; absent or `undefined` if a record does not need one. */
  readonly sample?: (field: MadeField) => string | undefined
  /** Whether its samples are all the same, or look different in a record. */
  readonly isAlike?: boolean
  /** Its default, unless it is nullable. */
  readonly default?: string
}

/** Writes the argument of a check for what is wrong, as `name` if it is a message: `say('NoDate', 'Due on must be a date')`. */
export type SayProblem = (name: string, text: string) => string

/** A form field. */
export type FieldControl =
  /** A text, also one that a browser has a field for. */
  | { readonly kind: 'text'; readonly type?: string; readonly inputMode?: string }
  | { readonly kind: 'number'; readonly step?: string }
  | { readonly kind: 'checkbox' }
  /** A moment in UTC. */
  | { readonly kind: 'datetime' }
  | { readonly kind: 'choice' }
  /** JSON, as text. */
  | { readonly kind: 'json' }
  /** A choice of a file. */
  | { readonly kind: 'file' }

/** A column that something is written for. */
export interface MadeField {
  readonly name: string
  /** Its name for people: `Opens at`. */
  readonly label: string
  readonly isNullable: boolean
  readonly isUnique?: boolean
  /** Whether a model that was written by hand leaves the default out that the kind has here. */
  readonly hasNoDefault?: boolean
  /** The digits of a decimal number. */
  readonly digits?: Digits | undefined
  /** The texts of an enum. */
  readonly values?: readonly string[] | undefined
  /** The smallest integer. */
  readonly min?: number | undefined
  /** The largest integer, or the longest text. */
  readonly max?: number | undefined
}
