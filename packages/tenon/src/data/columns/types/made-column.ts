import type { Digits } from './type-rules.ts'

/** What `tenon make` writes for a column, besides its declaration. */
export interface MadeColumn {
  /** Its form field; absent if only factories know the column. */
  readonly control?: FieldControl
  /** The calls of its Zod schema, in order; `say` writes their messages for invalid values. */
  readonly schema?: (field: MadeField, say: SayProblem) => readonly string[]
  /** Its value in a factory, where `n` counts the records; absent or `undefined` if a record does not need one. */
  readonly sample?: (field: MadeField) => string | undefined
  /** Whether a test cannot find a record by its sample: all are equal, or records show them in another form. */
  readonly isAlike?: boolean
  /** Its default, unless it is nullable. */
  readonly default?: string
}

/** Writes the argument of a check with its message, which is called `name`: `say('NoDate', 'Due must be a date')`. */
export type SayProblem = (name: string, text: string) => string

/**
 * The calls that refuse an empty value before others check its form. None for a value that may be null, which an empty
 * field sends then, and for programs: their documentation says in which form a value is.
 */
export function refuseEmpty(field: MadeField, say: SayProblem): readonly string[] {
  const missing = sayRequired(field, say)
  return missing === undefined ? [] : ['z', `.string(${missing})`, `.min(1, ${missing})`]
}

/** The message for an empty field that must have a value; `undefined` where the rules of another check say it. */
export function sayRequired(
  { label, isNullable, isFromProgram = false, isReference = false }: MadeField,
  say: SayProblem,
): string | undefined {
  if (isNullable || isFromProgram || isReference) return undefined
  return say('Missing', `${label} is required`)
}

/** A form field. */
export type FieldControl =
  /** A text, including those for which browsers have a field type of their own. */
  | { readonly kind: 'text'; readonly type?: string; readonly inputMode?: string }
  /** A text of several lines. */
  | { readonly kind: 'lines' }
  | { readonly kind: 'number'; readonly step?: string }
  | { readonly kind: 'checkbox' }
  /** A moment in UTC. */
  | { readonly kind: 'datetime' }
  | { readonly kind: 'choice' }
  /** JSON, as text. */
  | { readonly kind: 'json' }
  /** A choice of a file. */
  | { readonly kind: 'file' }

/** A column for which `tenon make` writes code. */
export interface MadeField {
  readonly name: string
  /** Its name for people: `Opens at`. */
  readonly label: string
  readonly isNullable: boolean
  /** Whether an empty text is a value, because it is the default. */
  readonly mayBeEmpty?: boolean
  readonly isUnique?: boolean
  readonly isIndexed?: boolean
  /** Whether programs send it in JSON, where numbers that must stay exact are text. */
  readonly isFromProgram?: boolean
  /** Whether it has the key of another record, for which the request looks. */
  readonly isReference?: boolean
  /** Whether the column of an existing model does not have the default that `MadeColumn` states. */
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
