import { ValidationFailed } from 'tenon/errors'
import { z } from 'zod'
import { fieldKinds } from '../resources/components/tickets/choices.ts'
import { chooseOne, enterNumber } from '../resources/words/fields.ts'
import { enterDay } from '../resources/words/tickets.ts'

/** A field of a team: what it notes about a ticket besides what every ticket has. */
export const Field = z.object({
  /** Its name for programs, files and addresses. */
  key: z.string(),
  name: z.string(),
  kind: z.enum(fieldKinds),
  /** What can be chosen, if the kind is a choice. */
  choices: z.array(z.string()),
})

export type Field = z.output<typeof Field>

/** The values of a ticket by the keys of its team's fields. A field without a value is left out. */
export const FieldValues = z.record(z.string(), z.union([z.string(), z.number()]))

export type FieldValues = z.output<typeof FieldValues>

/** What was typed into fields. Forms and addresses send numbers as text, and an empty text for nothing. */
export const TypedFields = z.record(
  z.string().max(50),
  z.union([z.string().max(500), z.number()]).nullable(),
)

export type TypedFields = z.output<typeof TypedFields>

/**
 * Reads what was typed into a team's fields; those that were not sent keep their values. Throws `ValidationFailed` with
 * a message for each that is wrong.
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

/** A value as it is stored: `null` if nothing was typed, `undefined` if it does not fit. */
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
