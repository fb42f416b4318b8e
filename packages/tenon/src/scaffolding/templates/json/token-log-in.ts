/** `tests/log-in.ts` of an application without pages, whose clients have tokens. */
export const tokenLogInText = `import type { TestApp } from 'tenon/testing'
import { auth } from '../app/auth.ts'
import type { User } from '../app/models/user.ts'

/** A client of its own. */
export type Client = ReturnType<TestApp['as']>

/** Creates a client with a token of the user, which a login gives as well. */
export async function logIn(app: TestApp, user: User): Promise<Client> {
  const { text } = await auth.tokens.issue(user, { name: 'Test', abilities: [], expires: '1h' })
  return app.as('json', { headers: { authorization: \`Bearer \${text}\` } })
}
`
