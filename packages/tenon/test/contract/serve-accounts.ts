import { pathToFileURL } from 'node:url'
import { testApp } from 'tenon/testing'
import { startServing } from '../faults/start-binary.ts'
import { accountsFile } from './start-api.ts'

/** What is used of the example's `app/auth.ts`, which is compiled with settings of its own. */
interface Accounts {
  readonly auth: {
    readonly tokens: { issue(user: object, options: object): Promise<{ readonly text: string }> }
  }
}
interface Models {
  readonly User: { create(fields: object): Promise<object> }
}

/** Serves the example with accounts, with the user and the tokens of `issueTokens`. */
export async function serveAccounts(databaseUrl: string) {
  const environment = { APP_KEY: 'a key of 32 bytes or more, for tests', APP_ENV: 'test' }
  const tokens = await inApplication(databaseUrl, issueTokens)
  const served = await startServing(
    { ...environment, DATABASE_URL: databaseUrl },
    { file: accountsFile },
  )
  return { ...served, origin: `http://127.0.0.1:${served.port}`, tokens }
}

async function inApplication<Result>(
  databaseUrl: string,
  run: () => Promise<Result>,
): Promise<Result> {
  await using _ = await testApp({ application: accountsFile, databaseUrl })
  return await run()
}

/** Creates a user in the running example, who has a token for everything and one for reading. */
export async function issueTokens() {
  const load = (path: string): Promise<unknown> =>
    import(new URL(path, pathToFileURL(accountsFile)).href)
  const { auth } = (await load('app/auth.ts')) as Accounts
  const { User } = (await load('app/models/user.ts')) as Models
  const user = await User.create({ name: 'Ada', email: 'ada@example.com', verified_at: new Date() })
  const issue = async (...abilities: readonly string[]) => {
    const { text } = await auth.tokens.issue(user, { name: 'CI', abilities, expires: '90d' })
    return text
  }
  return { all: await issue('profile:read', 'profile:write'), reading: await issue('profile:read') }
}
