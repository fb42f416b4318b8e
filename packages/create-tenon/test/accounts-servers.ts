import { mkdirSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApplication, serveCopy } from '../../tenon/test/browser/start-built.ts'
import { startDevelopment } from '../../tenon/test/development/start-development.ts'
import { startMailServer } from '../../tenon/test/mail/smtp-server.ts'
import { packTemplate } from '../pack/pack-template.ts'
import { readMailbox, readReceived, type SentMail } from './accounts-mails.ts'
import { workspace } from './scaffold.ts'

/** A new application with accounts. */
export interface AccountsSource {
  readonly template: 'accounts' | 'teams'
  readonly languages: readonly string[]
}

/** An application with accounts that is served. */
export interface ServedAccounts extends AsyncDisposable {
  readonly origin: string
  /** The mails to an address so far. */
  readMails(address: string): Promise<readonly SentMail[]>
}

type Variables = Readonly<Record<string, string>>

/** Serves a new application with these variables. */
export type ServeAccounts = (
  source: AccountsSource,
  variables: Variables,
) => Promise<ServedAccounts>

/** Serves it by `tenon dev`. There, the console also has the warnings of React. */
export const inDevelopment: ServeAccounts = async ({ template, languages }, variables) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-accounts-'))
  const root = join(folder.path, template)
  packTemplate(template, root, languages)
  const app = await startDevelopment(root, variables)
  return {
    origin: app.origin,
    readMails: (address) => readMailbox(app.origin, address),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

/** Serves a build: a page loads a few files then, and several hundred in development. */
export const inBuild: ServeAccounts = async (source, variables) => {
  await using stack = new AsyncDisposableStack()
  const server = stack.use(await startMailServer())
  const all = {
    DATABASE_URL: 'sqlite::memory:',
    MAIL_URL: `smtp://127.0.0.1:${server.port}`,
    ...variables,
  }
  const app = stack.use(await serveCopy(await buildOnce(source), all, ['serve', '--work']))
  const started = stack.move()
  return {
    // Browsers have passkeys for the name only.
    origin: variables['APP_URL'] ?? app.origin.replace('127.0.0.1', 'localhost'),
    readMails: async (address) => readReceived(server, address),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

/** The folders of the builds of this process. */
const builds = new Map<string, Promise<string>>()

function buildOnce(source: AccountsSource): Promise<string> {
  const key = [source.template, ...source.languages].join()
  const built = builds.get(key) ?? build(source)
  builds.set(key, built)
  return built
}

async function build({ template, languages }: AccountsSource): Promise<string> {
  // Inside the workspace, where it finds its packages.
  mkdirSync(join(workspace, '.tmp'), { recursive: true })
  using folder = mkdtempDisposableSync(join(workspace, `.tmp/${template}-`))
  packTemplate(template, folder.path, languages)
  return await buildApplication(folder.path)
}
