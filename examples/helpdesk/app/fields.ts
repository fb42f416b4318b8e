import { ValidationFailed } from 'tenon/errors'
import { z } from 'zod'
import { fieldKinds } from '../resources/components/tickets/choices.ts'
import { chooseOne, enterNumber } from '../resources/words/fields.ts'
import { enterDay } from '../resources/words/tickets.ts'

/** A field that a team has added to its tickets. */
export const Field = z.object({
  /** Its name in the API, in CSV files and in URLs. */
  key: z.string(),
  name: z.string(),
  kind: z.enum(fieldKinds),
  /** The options of a field of the kind `choice`. */
  choices: z.array(z.string()),
})

export type Field = z.output<typeof Field>

/** The values of a ticket by the keys of its team's fields. A field without a value is left out. */
export const FieldValues = z.record(z.string(), z.union([z.string(), z.number()]))

export type FieldValues = z.output<typeof FieldValues>

/** Input for the fields. Forms and URLs send numbers as text, and an empty text for no value. */
export const TypedFields = z.record(
  z.string().max(50),
  z.union([z.string().max(500), z.number()]).nullable(),
)

export type TypedFields = z.output<typeof TypedFields>

/**
 * Reads the input for a team's fields. Fields that were not sent keep their values. Throws `ValidationFailed` with a
 * message for each invalid field.
 */
export function readFields(
  fields: readonly Field[],
  typed: TypedFields,
  kept: FieldValues = {},
): FieldValues {
  const sent = new Map(Object.entries(typed))
  const former = new Map(Object.entries(kept))
  const values = new Map<string, string | number>()
  const errors = new Map<string, string>()
  for (const field of fields) {
    const value = sent.has(field.key)
      ? readField(field, sent.get(field.key))
      : (former.get(field.key) ?? null)
    if (value === undefined) errors.set(`fields.${field.key}`, problems[field.kind]())
    else if (value !== null) values.set(field.key, value)
  }
  if (errors.size > 0) throw new ValidationFailed(Object.fromEntries(errors))
  return Object.fromEntries(values)
}

/** Returns the value to store: `null` if the input is empty, `undefined` if it is invalid. */
export function readField(
  { kind, choices }: Field,
  typed: TypedFields[string] | undefined,
): string | number | null | undefined {
  const text = String(typed ?? '').trim()
  if (text === '') return null
  if (kind === 'number') return /^-?\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined
  if (kind === 'choice') return choices.includes(text) ? text : undefined
  if (kind === 'date') return z.iso.date().safeParse(text).data
  return text
}

const problems = { text: enterNumber, number: enterNumber, choice: chooseOne, date: enterDay }
