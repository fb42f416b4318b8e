import { body } from 'tenon'
import { isCommonPassword } from 'tenon/auth'
import { isMailAddress } from 'tenon/mail'
import { z } from 'zod'
import { tokenAbilities } from '../../resources/components/accounts/token-abilities.ts'

const name = z.string().trim().min(1, 'Enter your name').max(100, 'Use at most 100 characters')
const expected = 'Enter an email address, such as ada@example.com'
const email = z.string().trim().pipe(z.email(expected).refine(isMailAddress, expected))
const password = z.string().min(1, 'Enter your password')
const newPassword = z
  .string()
  .min(8, 'Use at least 8 characters')
  .max(200, 'Use at most 200 characters')
  .refine(async (text) => !(await isCommonPassword(text)), 'Too many people use this password')
const code = z.string().trim().min(1, 'Enter a code').max(100, 'The code is wrong')
const label = z.string().trim().min(1, 'Give it a name').max(100, 'Use at most 100 characters')
const token = z.string()
const checkbox = z.literal('on').optional()

export const RegistrationRequest = body(z.object({ name, email, password: newPassword }))
export const LoginRequest = body(z.object({ email, password, remember: checkbox }))
export const EmailRequest = body(z.object({ email }))
export const TokenRequest = body(z.object({ token }))
export const PasswordResetRequest = body(
  z.object({ token, password: newPassword, revoke_tokens: checkbox }),
)
export const ConfirmationRequest = body(z.object({ password }))
export const DeletionRequest = body(z.object({ email: z.string().trim() }))
export const ProfileRequest = body(z.object({ name }))
export const PasswordChangeRequest = body(z.object({ password, new_password: newPassword }))
export const CodeRequest = body(z.object({ code }))
export const PasskeyRequest = body(z.object({ name: label, passkey: z.unknown() }))
export const PasskeyLoginRequest = body(z.object({ passkey: z.unknown() }))
export const TokenCreationRequest = body(
  z.object({
    name: label,
    abilities: z.array(z.enum(tokenAbilities), 'Choose what it may do').min(1),
    expires: z.enum(['7d', '30d', '90d', '365d']),
  }),
)
