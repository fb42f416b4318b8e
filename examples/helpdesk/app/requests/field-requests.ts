import { body } from 'tenon'
import { z } from 'zod'
import { fieldKinds } from '../../resources/components/tickets/choices.ts'
import { enterChoices } from '../../resources/words/fields.ts'
import { giveName } from '../../resources/words/problems.ts'
import { text } from './customer-requests.ts'

export const FieldRequest = body(
  z
    .object({
      name: text(40, giveName),
      kind: z.enum(fieldKinds),
      /** One choice per line. */
      choices: z
        .string()
        .max(6000, { error: enterChoices })
        .default('')
        .transform(toLines)
        .pipe(
          z.array(z.string().max(100, { error: enterChoices })).max(50, { error: enterChoices }),
        ),
    })
    .refine(({ kind, choices }) => kind !== 'choice' || choices.length > 0, {
      path: ['choices'],
      error: enterChoices,
    })
    .transform((field) => (field.kind === 'choice' ? field : { ...field, choices: [] })),
)

export const FieldDeletionRequest = body(z.object({ key: z.string().max(50) }))

function toLines(typed: string): string[] {
  const lines = typed.split('\n').map((line) => line.trim())
  return [...new Set(lines)].filter((line) => line !== '')
}
