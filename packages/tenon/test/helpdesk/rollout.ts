/*
 * A deployment of the helpdesk that renames a column, while customers write, read and answer: two replicas and a worker
 * behind nginx. It builds three versions, so it is part of `npm run rollouts` and not of `npm test`.
 */
import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { it } from 'node:test'
import { sql } from '../../src/data/database/sql.ts'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { startMailServer, type TestMailServer } from '../mail/smtp-server.ts'
import { createProject, type Project } from '../models/project.ts'
import { onDialect } from '../support/for-each-dialect.ts'
import { nginx } from '../support/nginx.ts'
import { type ProxyServer, skipWithout, startProxy } from '../support/proxy-server.ts'
import { until } from '../support/until.ts'

const helpdesk = join(import.meta.dirname, '../../../../examples/helpdesk')
const customers = 4

onDialect('postgres', 'the helpdesk behind nginx, with two replicas and a worker', (open) => {
  const skip = skipWithout('nginx')

  it(
    'renames a column in two deployments: no request fails, and none is lost',
    { skip },
    async (test) => {
      const url = await open.url()
      await using mailServer = await startMailServer()
      const environment = toEnvironment(url, mailServer)
      using running = await createVersion()
      using beside = await createVersion(running, async (project) => {
        const words = ['--expand', 'rename', 'tickets.customer_language', 'customer_locale']
        await succeed(project.tenon(['make', 'migration', ...words]))
        for (const file of usages) edit(project, file, 'customer_language', 'customer_locale')
      })
      using last = await createVersion(beside, async (project) => {
        edit(project, 'app/models/ticket.ts', ".was('customer_language')", '')
        await succeed(project.run(['make:migration', 'drop customer language', '--drop']))
      })
      await succeed(running.runBuilt(['migrate'], environment))
      await succeed(running.runBuilt(['db:seed', '--force'], environment))
      await using deployed = await deploy(running, environment)
      await using load = new Load(deployed.front, mailServer)
      await load.seen(20)

      await deployed.rollOut(beside, load)
      await deployed.rollOut(last, load)
      await load.stop()

      await using database = createDatabase(url)
      const rows = await database.query<{
        subject: string
        customer_locale: string
        comments: number
      }>(
        sql`select subject, customer_locale, (select count(*)::int from comments where ticket_id = tickets.id) comments
        from tickets`,
      )
      const kept = new Set(
        rows.map((row) => `${row.subject} ${row.customer_locale} ${row.comments}`),
      )
      test.diagnostic(`${load.answered} requests, ${load.acknowledged.length} tickets`)
      assert.deepEqual(load.failed, [])
      assert.deepEqual(
        load.acknowledged.filter((subject) => !kept.has(`${subject} de 1`)),
        [],
      )
    },
  )
})

/** Where the application uses the column. */
const usages = ['app/controllers/customers/contact.ts', 'app/ticket-mails.ts']

function toEnvironment(url: string, mailServer: TestMailServer) {
  return {
    APP_ENV: 'production',
    APP_KEY: 'q7J1n0eWmXk4v2sPz9aTgB5cYdRfHhLu',
    APP_URL: 'https://app.example',
    DATABASE_URL: url,
    MAIL_URL: `smtp://127.0.0.1:${mailServer.port}`,
    SERVER_DRAIN_SECONDS: '0',
    SERVER_HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
  }
}

/** Builds the helpdesk as it is, or the version before with a change. */
async function createVersion(
  before?: Project,
  change: (project: Project) => Promise<void> = async () => {},
): Promise<Project> {
  const project = createProject({ 'tsconfig.json': settings })
  const source = before?.root ?? helpdesk
  for (const part of ['app', 'database', 'public', 'resources', 'main.ts', 'package.json']) {
    cpSync(join(source, part), join(project.root, part), { recursive: true })
  }
  await change(project)
  await succeed(project.build())
  return project
}

/** Those of the example refer to the workspace. */
const settings = JSON.stringify({ compilerOptions: { jsx: 'react-jsx' } })

function edit(project: Project, file: string, from: string, to: string): void {
  const text = project.read(file)
  assert.ok(text.includes(from), `${file} has ${from}`)
  project.write(file, text.replaceAll(from, to))
}

async function succeed(running: ReturnType<Project['run']>): Promise<void> {
  const { exitCode, stderr, stdout } = await running
  assert.equal(exitCode, 0, stderr + stdout)
}

interface Deployed extends AsyncDisposable {
  readonly front: ProxyServer
  /** Migrates, then replaces each replica and the worker, one after the other. */
  rollOut(version: Project, load: Load): Promise<void>
}

async function deploy(
  first: Project,
  environment: Readonly<Record<string, string>>,
): Promise<Deployed> {
  await using stack = new AsyncDisposableStack()
  const toFile = (version: Project) => join(version.root, 'build/main.js')
  const serve = (version: Project, port = 0) =>
    startServing({ ...environment, SERVER_PORT: String(port) }, { file: toFile(version) })
  const work = (version: Project) =>
    startBinary(environment, { file: toFile(version), argv: ['work'] })

  const replicas = [stack.use(await serve(first)), stack.use(await serve(first))]
  const ports = replicas.map(({ port }) => port)
  let worker = work(first)
  stack.defer(() => void worker.child.kill('SIGKILL'))
  const front = stack.use(await startProxy(nginx, [ports[0] ?? 0, ports[1] ?? 0]))

  const owned = stack.move()
  return {
    front,
    async rollOut(version, load) {
      await succeed(version.runBuilt(['migrate'], environment))
      await load.seen(20)
      for (const [i, port] of ports.entries()) {
        replicas[i]?.child.kill('SIGTERM')
        await replicas[i]?.ended
        replicas[i] = owned.use(await serve(version, port))
        await load.seen(20)
        await delay(300) // time: the proxy notices the successor
      }
      worker.child.kill('SIGTERM')
      await worker.ended
      worker = work(version)
      await load.seen(20)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Customers who ask, open the link in their mail, answer there and look again, until it is stopped. */
class Load implements AsyncDisposable {
  readonly failed: string[] = []
  /** The subjects of the tickets that were answered, too. */
  readonly acknowledged: string[] = []
  answered = 0
  readonly #stopped = new AbortController()
  readonly #front: ProxyServer
  readonly #mailServer: TestMailServer
  readonly #customers: readonly Promise<void>[]

  constructor(front: ProxyServer, mailServer: TestMailServer) {
    this.#front = front
    this.#mailServer = mailServer
    this.#customers = Array.from({ length: customers }, (_, i) => this.#write(i))
  }

  /** Waits for so many more answers. */
  async seen(more: number): Promise<void> {
    const least = this.answered + more
    await until(() => this.answered >= least)
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await Promise.all(this.#customers)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  async #write(customer: number): Promise<void> {
    for (let i = 0; !this.#stopped.signal.aborted; i += 1) {
      const subject = `Anfrage ${customer}-${i}-Ende`
      // Each ticket from an address of its own, and for one: contact forms are limited by both.
      const localAddress = `127.0.${customer + 1}.${(i % 250) + 2}`
      const ask = (path: string, status: number, form?: object) =>
        this.#ask(path, { status, localAddress, form })
      const email = `grete-${customer}-${i}-ende@example.com`
      const who = { customer_name: 'Grete', customer_email: email }
      const received = await ask('/contact/1', 303, { ...who, subject, body: 'Es brennt.' })
      if (received === undefined) continue
      const link = await this.#findLink(email)
      const read = await ask(link, 200)
      await ask(link, 303, { body: 'Immer noch.' })
      const again = await ask(link, 200)
      if (read?.includes(subject) !== true) this.failed.push(`${subject} is not on its page`)
      if (again?.includes('Immer noch.') !== true) this.failed.push(`${subject} has no answer`)
      this.acknowledged.push(subject)
    }
  }

  /** The body of the answer; `undefined` if it has another status, which is noted. */
  async #ask(
    path: string,
    {
      status,
      localAddress,
      form,
    }: { status: number; localAddress: string; form: object | undefined },
  ): Promise<string | undefined> {
    const headers = { 'accept-language': 'de', 'content-type': 'application/json' }
    const sent = form === undefined ? {} : { method: 'POST', body: JSON.stringify(form) }
    const answer = await this.#front.ask(path, { headers, localAddress, ...sent })
    this.answered += 1
    if (answer.status === status) return answer.body
    this.failed.push(`${path}: ${answer.status}`)
    return undefined
  }

  /** The link to the ticket, of the mail to its customer. */
  async #findLink(email: string): Promise<string> {
    let link: string | undefined
    await until(() => {
      const mail = this.#mailServer.received.find(({ source }) => source.includes(email))
      const text = mail?.source
        .replaceAll('=\r\n', '')
        .replaceAll('=3D', '=')
        .replaceAll('&amp;', '&')
      link = /https:\/\/app\.example(\/requests\/[^\s"<>]+)/.exec(text ?? '')?.[1]
      return link !== undefined
    })
    return link ?? ''
  }
}
