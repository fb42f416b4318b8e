import { body, unique } from 'tenon'
import { isCommonPassword } from 'tenon/auth'
import { z } from 'zod'
import { User } from '../models/user.ts'

const email = z
  .string('Enter an email address')
  .trim()
  .pipe(z.email('Enter an email address').max(200))
const newPassword = z
  .string('Enter a password')
  .min(8, 'Use at least 8 characters')
  .max(200)
  .refine(async (text) => !(await isCommonPassword(text)), 'Too many people use this password')
/** The name by which users recognize the token of a device. */
const device = z.string('Name the device').trim().min(1, 'Name the device').max(100)
const name = z.string('Enter a name').trim().min(1, 'Enter a name').max(100)
const password = z.string('Enter a password').min(1, 'Enter a password')

export const RegistrationRequest = body(
  z.object({ name, email, password: newPassword, device }),
).rules({ email: unique(User, 'email', { message: 'Email is taken' }) })

/** The token of a link in a mail. */
const token = z.string('Send the token of the link').min(1, 'Send the token of the link').max(2000)

export const LoginRequest = body(z.object({ email, password, device }))

export const EmailRequest = body(z.object({ email }))

export const TokenRequest = body(z.object({ token }))

export const PasswordResetRequest = body(z.object({ token, password: newPassword }))
