/**
 * The data of a form: the fields of its route, as they are with the values that it starts with.
 *
 * The route's schema has the last word on the type of a field. The initial values say what the schema leaves open: that
 * an optional field is there, that nothing is chosen yet, and what a field holds that the schema converts.
 */

import type { Refused } from '../../base/support/refused.ts'

/** What a form may start with: what its route accepts, or `null` where nothing is chosen yet. `Start` is inferred of it. */
export type StartOf<Fields, Start, Reserved = never> = Start &
  Accepted<NoInfer<Fields>> &
  Checked<NoInfer<Fields>, NoInfer<Start>, Reserved>

type Accepted<Fields> = { [Name in keyof Fields]: Fields[Name] | null }

type Checked<Fields, Start, Reserved> = {
  [Name in keyof Start]: Name extends Reserved
    ? never
    : Name extends KeyOfAny<Fields>
      ? CheckedValue<ValueOfAny<Fields, Name>, Start[Name]>
      : never
}

/** The fields of a route, without the names of what a form itself has. */
export type Unreserved<Fields, Reserved> = {
  [Name in keyof Fields]: Name extends Reserved
    ? Refused<'A form itself has something of this name: rename the field, or nest it'>
    : Fields[Name]
}

/** The data of a form of these fields that starts with these values. */
export type FormValues<Fields, Start> = Fields extends object
  ? Shown<Started<Fields, Start>>
  : never

/** An error about the input as a whole, beside those of its fields. */
export interface WholeErrors {
  readonly errors: { readonly _?: string }
}

type Started<Fields, Start> = {
  [Name in keyof Fields as Name extends GivenIn<Start> ? never : Name]: Fields[Name]
} & {
  [Name in keyof Fields as Name extends GivenIn<Start> ? Name : never]-?: StartedField<
    Fields[Name],
    Start[Name & keyof Start]
  >
}

/** The fields whose initial value is not `undefined`. */
type GivenIn<Start> = {
  [Name in keyof Start]-?: undefined extends Start[Name] ? never : Name
}[keyof Start]

// oxfmt-ignore
type StartedField<Field, Value> =
  unknown extends Field ? Widened<Value>
  : null extends Value ? Exclude<Field, undefined> | null
  : Exclude<Field, undefined>

// Null stands for nothing chosen yet, also in a form that starts with a record or without: `note?.stars ?? null`. A text
// that may be null is a mistake: what is not written yet is empty.
// oxfmt-ignore
type CheckedValue<Field, Value> =
  unknown extends Field ? Value
  : [Value] extends [null] ? null
  : string extends Field ? Field
  : Field | null

// Of a list or an object, such as an empty one, the first value says too little.
// oxfmt-ignore
type Widened<Value> =
  Value extends string ? string
  : Value extends number ? number
  : Value extends boolean ? boolean
  : unknown

type KeyOfAny<Fields> = Fields extends object ? keyof Fields : never
type ValueOfAny<Fields, Name> = Fields extends object
  ? Name extends keyof Fields
    ? Fields[Name]
    : never
  : never

type Shown<Data> = { [Name in keyof Data]: Data[Name] }
