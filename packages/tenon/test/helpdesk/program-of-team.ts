import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { applicationOptions, compileProject, toSettings } from '../support/compile-project.ts'

const folders = join(import.meta.dirname, '../../../../.tmp')

/** What the program has seen. */
interface Seen {
  /** The subjects of its tickets, the last added first, over all pages. */
  readonly listed: readonly string[]
  /** What is wrong with a ticket whose customer has no address. */
  readonly refused: string | undefined
  /** Since when the owner of the token has an account. */
  readonly since: unknown
}

interface Program extends Disposable {
  /** What the compiler says of it. */
  readonly typeErrors: string
  /** The subjects of the tickets that it adds, more than a page of the API holds. */
  readonly added: readonly string[]
  run(origin: string, token: string): Promise<Seen>
}

/** A program of a team in a repository of its own, with the file that the helpdesk's command `client` has printed. */
export async function createProgram(client: string): Promise<Program> {
  mkdirSync(folders, { recursive: true })
  const folder = mkdtempDisposableSync(join(folders, 'program-'))
  const files = { 'program.ts': program, 'helpdesk.ts': client }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text)
  const settings = toSettings(applicationOptions)
  const { added, run } = await import(pathToFileURL(join(folder.path, 'program.ts')).href)
  return {
    typeErrors: compileProject({ ...files, 'tsconfig.json': settings }),
    added,
    run,
    [Symbol.dispose]: () => folder.remove(),
  }
}

const program = `import { revive } from 'tenon/client'
import { createServiceClient } from 'tenon/client/service'
import { routes, type Service } from './helpdesk.ts'

const team = 1
const order = {
  subject: 'Order',
  body: 'As last time.',
  customer_name: 'Grace Hopper',
  customer_email: 'grace@example.com',
  priority: 'high',
} as const

export const added = Array.from({ length: 51 }, (_, i) => 'Order ' + i)

export async function run(baseUrl: string, token: string) {
  const api = createServiceClient<Service>({ baseUrl, token, routes, revive })
  for (const subject of added) await api('api.tickets.store', { team }, { ...order, subject })

  const first = await api('api.tickets.index', { team }, { search: 'Order' })
  const second = await api('api.tickets.index', { team }, { search: 'Order', cursor: first.nextCursor ?? '' })
  const listed = [...first.data, ...second.data].map(({ subject }) => subject)

  const answer = await api('api.tickets.store', { team }, { ...order, customer_email: 'nobody' }).result()
  const refused: string | undefined = answer.status === 422 ? answer.errors.customer_email : undefined

  const since: Date = (await api('api.me')).created_at
  // @ts-expect-error No ticket has such a priority.
  void (() => api('api.tickets.store', { team }, { ...order, priority: 'highest' }))
  return { listed, refused, since }
}
`
