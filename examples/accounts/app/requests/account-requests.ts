import { body } from 'tenon'
import { z } from 'zod'

const name = z.string().trim().min(1, 'Enter your name').max(100, 'Use at most 100 characters')
const email = z.string().trim().pipe(z.email('Enter an email address, such as ada@example.com'))
const password = z.string().min(1, 'Enter your password')
const newPassword = z
  .string()
  .min(8, 'Use at least 8 characters')
  .max(200, 'Use at most 200 characters')
const token = z.string()
const remember = z.literal('on').optional()

export const RegistrationRequest = body(z.object({ name, email, password: newPassword }))
export const LoginRequest = body(z.object({ email, password, remember }))
export const EmailRequest = body(z.object({ email }))
export const TokenRequest = body(z.object({ token }))
export const PasswordResetRequest = body(z.object({ token, password: newPassword }))
export const ConfirmationRequest = body(z.object({ password }))
export const ProfileRequest = body(z.object({ name }))
export const PasswordChangeRequest = body(z.object({ password, new_password: newPassword }))
