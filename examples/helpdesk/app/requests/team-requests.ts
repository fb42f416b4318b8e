import { body } from 'tenon'
import { isMailAddress } from 'tenon/mail'
import { z } from 'zod'

const name = z.string().trim().min(1, 'Enter a name').max(100, 'Use at most 100 characters')
const expected = 'Enter an email address, such as ada@example.com'
const email = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email(expected).refine(isMailAddress, expected))
/** Only a transfer makes an owner. */
const role = z.enum(['member', 'admin'], 'Choose a role')

export const TeamRequest = body(z.object({ name }))
export const TeamDeletionRequest = body(z.object({ name: z.string().trim() }))
export const InvitationRequest = body(z.object({ email, role }))
export const RoleRequest = body(z.object({ role }))
export const TransferRequest = body(
  z.object({ membership: z.coerce.number('Choose a member').pipe(z.int32('Choose a member')) }),
)
