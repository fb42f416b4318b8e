import { handler } from 'tenon'
import { NotFound } from 'tenon/errors'
import { z } from 'zod'
import { auth } from '../../auth.ts'
import { tokenAbilities } from '../../../resources/components/accounts/token-abilities.ts'

const Token = z.object({
  name: z.string(),
  abilities: z.array(z.enum(tokenAbilities)),
  expires_at: z.iso.datetime().nullable(),
})

/** The token itself: what it allows, and until when. */
export const show = handler({})
  .answers(Token)
  .run((_, request) => {
    const token = auth.tokens.of(request)
    if (token === undefined) throw new NotFound()
    const { name, abilities, expiresAt } = token
    return { name, abilities: [...abilities], expires_at: expiresAt?.toISOString() ?? null }
  })
