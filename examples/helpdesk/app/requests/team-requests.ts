import { body } from 'tenon'
import { isMailAddress } from 'tenon/mail'
import { z } from 'zod'
import { givenRoles } from '../../resources/components/teams/roles.ts'
import { enterEmail, giveName, tooLong } from '../../resources/words/problems.ts'
import { chooseMember, chooseRole } from '../../resources/words/teams.ts'

// Messages are passed as functions, so that they are called in the language of each request.
const name = z
  .string()
  .trim()
  .min(1, { error: giveName })
  .max(100, { error: () => tooLong({ count: 100 }) })
const email = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email({ error: enterEmail }).refine(isMailAddress, { error: enterEmail }))
const role = z.enum(givenRoles, { error: chooseRole })

export const TeamRequest = body(z.object({ name }))
export const TeamDeletionRequest = body(z.object({ name: z.string().trim() }))
export const InvitationRequest = body(z.object({ email, role }))
export const RoleRequest = body(z.object({ role }))
export const TransferRequest = body(
  z.object({
    membership: z.coerce.number({ error: chooseMember }).pipe(z.int32({ error: chooseMember })),
  }),
)
