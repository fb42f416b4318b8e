import { handler } from 'tenon'
import { answer, shape } from 'tenon/answers'
import { hash } from 'tenon/auth'
import { transaction } from 'tenon/database'
import { z } from 'zod'
import { sendVerification } from '../account-mails.ts'
import { auth } from '../auth.ts'
import { User } from '../models/user.ts'
import { LoginRequest, RegistrationRequest } from '../requests/account-requests.ts'

/** The response to a login. The client keeps the token and sends it with each request: `Authorization: Bearer …`. */
const Login = shape({ token: z.string(), user: User })

const rights = { abilities: [], expires: '90d' } as const

export const register = handler({ form: RegistrationRequest })
  .answers({ 201: Login })
  .run(async ({ form: { name, email, password, device } }) => {
    const hashed = await hash.make(password)
    const user = await transaction(async () => {
      const created = await User.create({ name, email, password: hashed })
      await sendVerification(created)
      return created
    })
    const { text } = await auth.tokens.issue(user, { name: device, ...rights })
    return answer(201, { token: text, user })
  })

export const login = handler({ form: LoginRequest })
  .answers(Login)
  .run(async ({ form: { email, password, device } }, request) => {
    const credentials = { login: email, password, name: device, ...rights }
    const { user, token } = await auth.tokens.attempt(request, credentials)
    return { token: token.text, user }
  })

export const logout = handler({})
  .answers({ 204: null })
  .run(async (_, request) => {
    await auth.tokens.logout(request)
    return null
  })

export const show = handler({ user: auth.user })
  .answers(User)
  .run(({ user }) => user)
