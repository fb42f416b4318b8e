/**
 * The data of a form: the fields of its route, narrowed by the form's initial values.
 *
 * The route's schema decides the type of a field. The initial values decide what the schema leaves open: that an
 * optional field exists, that a field may be `null` at first, and the type of a field that the schema converts.
 */

import type { Refused } from '../../base/support/refused.ts'

/**
 * The initial values of a form: values that its route accepts, or `null` before a choice. `Start` is inferred from
 * them.
 */
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

/** The fields of a route. A field with the name of a form's own member has an error as its type. */
export type Unreserved<Fields, Reserved> = {
  [Name in keyof Fields]: Name extends Reserved
    ? Refused<'A form itself has something of this name: rename the field, or nest it'>
    : Fields[Name]
}

/** The fields of a route before a choice: all but texts may be `null`. */
export type Unchosen<Fields> = {
  [Name in keyof Fields]: string extends Fields[Name] ? Fields[Name] : Fields[Name] | null
}

/** The data of a form with these fields and initial values. */
export type FormValues<Fields, Start> = Fields extends object
  ? Shown<Started<Fields, Start>>
  : never

/** The error about the input as a whole, in addition to those of its fields. */
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

/**
 * The fields whose initial value is not `undefined`. In tuples, because the compiler takes a condition on the type of an
 * expression with an error for an error, too: then no field would have a type, and each use of one would be an error.
 */
type GivenIn<Start> = {
  [Name in keyof Start]-?: [undefined] extends [Start[Name]] ? never : Name
}[keyof Start]

// oxfmt-ignore
type StartedField<Field, Value> =
  unknown extends Field ? Widened<Value>
  : null extends Value ? Exclude<Field, undefined> | null
  : Exclude<Field, undefined>

// Null means that nothing is chosen yet, also if a form may start with or without a record: `note?.stars ?? null`. A
// text that may be null is a mistake, because an unwritten text is empty.
// oxfmt-ignore
type CheckedValue<Field, Value> =
  unknown extends Field ? Value
  : [Value] extends [null] ? null
  : string extends Field ? Field
  : Field | null

// The initial value does not tell the type of a list or an object: it may be empty.
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
