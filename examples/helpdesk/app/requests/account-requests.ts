import { body } from 'tenon'
import { isCommonPassword } from 'tenon/auth'
import { isTimeZone } from 'tenon/languages'
import { isMailAddress } from 'tenon/mail'
import { z } from 'zod'
import { tokenAbilities } from '../../resources/components/accounts/token-abilities.ts'
import {
  chooseAbilities,
  chooseTimeZone,
  enterCode,
  enterEmail,
  enterName,
  enterPassword,
  giveName,
  tooCommon,
  tooLong,
  tooShort,
  wrongCode,
} from '../../resources/words/problems.ts'
import { languages } from '../languages.ts'

// Messages are passed as functions, so that they are called in the language of each request.
const upTo = (count: number) => ({ error: () => tooLong({ count }) })

const name = z.string().trim().min(1, { error: enterName }).max(100, upTo(100))
const email = z
  .string()
  .trim()
  .pipe(z.email({ error: enterEmail }).refine(isMailAddress, { error: enterEmail }))
const password = z.string().min(1, { error: enterPassword })
const newPassword = z
  .string()
  .min(8, { error: () => tooShort({ count: 8 }) })
  .max(200, upTo(200))
  .refine(async (text) => !(await isCommonPassword(text)), { error: tooCommon })
const code = z.string().trim().min(1, { error: enterCode }).max(100, { error: wrongCode })
const label = z.string().trim().min(1, { error: giveName }).max(100, upTo(100))
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
export const LanguageRequest = body(z.object({ language: z.enum(languages) }))
export const RegionRequest = body(
  z.object({
    language: z.enum(languages),
    // Empty: the time zone of the browser.
    time_zone: z.literal('').or(z.string().refine(isTimeZone, { error: chooseTimeZone })),
  }),
)
export const PasswordChangeRequest = body(z.object({ password, new_password: newPassword }))
export const CodeRequest = body(z.object({ code }))
export const PasskeyRequest = body(z.object({ name: label, passkey: z.unknown() }))
export const PasskeyLoginRequest = body(z.object({ passkey: z.unknown() }))
export const TokenCreationRequest = body(
  z.object({
    name: label,
    abilities: z.array(z.enum(tokenAbilities), { error: chooseAbilities }).min(1),
    expires: z.enum(['7d', '30d', '90d', '365d']),
  }),
)
