import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { copyTodo, type Scaffold } from './scaffold.ts'

const resource = ['resource', 'Document']

describe('a resource behind a login that the application has written itself', () => {
  it(
    'says what its tests lack, and writes them when that is there',
    { timeout: 600_000 },
    async () => {
      using app = copyTodo()
      await writeLogin(app)

      const without = await app.tenon('make', 'model', 'Document', 'scan:file', '--resource')
      const untested = app.has('tests/documents.test.ts')
      app.write('tests/log-in.ts', logIn)
      const commands = without.output.matchAll(/"tenon (destroy|make) resource Document"/g)
      const outcomes = []
      for (const [, verb = ''] of commands) outcomes.push(await app.tenon(verb, ...resource))
      const compiled = await app.compile()
      const tested = await app.test()

      assert.match(
        without.output,
        /^No tests of documents were written: they log in with tests\/log-in\.ts\. /m,
      )
      assert.equal(untested, false)
      assert.deepEqual(
        outcomes.map(({ exitCode }) => exitCode),
        [0, 0],
      )
      assert.match(
        outcomes[1]?.output ?? '',
        /Wrote database\/factories\/user\.ts\n[^]*Wrote tests\/documents\.test\.ts\n/,
      )
      assert.equal(compiled.exitCode, 0, compiled.output)
      assert.equal(tested.exitCode, 0, tested.output)
      assert.match(tested.output, /send their scan to nobody who is not logged in/)
    },
  )
})

/** Writes a login by hand, whose routes have other names than those of the accounts kit. */
async function writeLogin(app: Scaffold): Promise<void> {
  await app.tenon('make', 'model', 'User', 'email:text:unique', 'password:text')
  app.write(
    'app/models/user.ts',
    app.read('app/models/user.ts').replace('password: c.text()', 'password: c.text().hidden()'),
  )
  app.write('app/auth.ts', auth)
  app.write('app/login.ts', login)
  const routes = app
    .read('app/routes.ts')
    .replace(/(?<=routes\(\[\n)/, "  post('/session', store).name('session'),\n")
  app.write('app/routes.ts', `import { store } from './login.ts'\n${routes}`)
}

const auth = `import { accounts } from 'tenon/auth'
import { User } from './models/user.ts'

export const auth = accounts(User, { login: 'email', password: 'password' })
`

const login = `import { body, handler, redirect } from 'tenon'
import { z } from 'zod'
import { auth } from './auth.ts'

const LoginForm = body(z.object({ email: z.string(), password: z.string() }))

export const store = handler({ form: LoginForm }).run(async ({ form }, request) => {
  await auth.attempt(request, { login: form.email, password: form.password })
  return redirect('/')
})
`

const logIn = `import { route } from 'tenon'
import type { TestApp } from 'tenon/testing'
import type { User } from '../app/models/user.ts'
import { password } from '../database/factories/user.ts'

export type Client = ReturnType<TestApp['as']>

export async function logIn(app: TestApp, { email }: User): Promise<Client> {
  const client = app.as('page')
  const response = await client.post(route('session'), { email, password })
  response.assertStatus(303)
  return client
}
`
