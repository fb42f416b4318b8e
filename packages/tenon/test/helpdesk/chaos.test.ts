import assert from 'node:assert/strict'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from '../../src/data/database/sql.ts'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { buildInBuilder } from '../browser/builder.ts'
import { startMailServer } from '../mail/smtp-server.ts'
import { findPort } from '../support/find-port.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { testedEngine } from '../support/tested-engine.ts'
import { until } from '../support/until.ts'

/** How often server and worker are killed, in turns. Use `CHAOS_KILLS=40` for a thorough run. */
const kills = Number(process.env['CHAOS_KILLS'] ?? 6)
/** How many requests are acknowledged between two kills, at least. */
const between = 5
const clients = 4

const helpdesk = join(import.meta.dirname, '../../../../examples/helpdesk')
const build = mkdtempSync(join(tmpdir(), 'tenon-helpdesk-'))
before(() => buildInBuilder({ root: helpdesk, folder: build }))
after(() => rmSync(build, { recursive: true }))

forEachDialect('the helpdesk, whose server and worker are killed while customers write', (open) => {
  it('loses no request that it has acknowledged, and mails each customer', async (test) => {
    const url = await open.url()
    await using mailServer = await startMailServer()
    const port = await findPort()
    const origin = `http://127.0.0.1:${port}`
    const environment = {
      APP_ENV: 'test',
      APP_KEY: 'a key of the chaos tests, which is long enough',
      APP_URL: origin,
      DATABASE_URL: url,
      LOG_LEVEL: 'silent',
      SERVER_ENGINE: testedEngine,
      MAIL_URL: `smtp://127.0.0.1:${mailServer.port}`,
      SERVER_HOST: '127.0.0.1',
      SERVER_PORT: String(port),
      // Each customer has an address of their own, as behind a proxy.
      TRUSTED_PROXIES: '127.0.0.1',
    }
    for (const command of ['migrate', 'db:seed']) runMain(command, environment)
    await using server = new Program([], environment)
    await using worker = new Program(['work'], environment)
    await until(() => isReady(origin))

    const acknowledged: string[] = []
    const stop = new AbortController()
    const writing = Array.from({ length: clients }, (_, client) =>
      write(origin, client, acknowledged, stop.signal),
    )
    for (let kill = 0; kill < kills; kill += 1) {
      const least = acknowledged.length + between
      await until(() => acknowledged.length >= least)
      await (kill % 2 === 0 ? server : worker).restart()
    }
    stop.abort()
    await Promise.all(writing)
    const isMailed = (subject: string) =>
      mailServer.received.some(({ source }) => source.includes(`${subject}@example.com`))
    await until(() => acknowledged.every(isMailed))

    await using database = createDatabase(url)
    const rows = await database.query<{ subject: string }>(sql`select subject from tickets`)
    const kept = new Set(rows.map(({ subject }) => subject))
    test.diagnostic(`${acknowledged.length} requests acknowledged, ${kills} kills`)
    assert.deepEqual(
      acknowledged.filter((subject) => !kept.has(subject)),
      [],
    )
  })
})

/** Writes as customers do, one request after the other, and notes what was acknowledged. */
async function write(
  origin: string,
  client: number,
  acknowledged: string[],
  signal: AbortSignal,
): Promise<void> {
  for (let n = 0; !signal.aborted; n += 1) {
    const subject = `request-${client}-${n}-end`
    const form = {
      customer_name: 'Grace',
      // An address of its own, because each gets few mails: the mail about the request is found by it.
      customer_email: `${subject}@example.com`,
      subject,
      body: 'It burns.',
    }
    const answer = await fetch(`${origin}/contact/1`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.${client}.${n >> 8}.${n & 255}`,
      },
      body: JSON.stringify(form),
      redirect: 'manual',
    }).catch(() => undefined)
    if (answer?.status === 303) acknowledged.push(subject)
    if (answer === undefined) await delay(20) // time: nobody listens at this moment
  }
}

/** A process of the built helpdesk that is killed without warning. */
class Program implements AsyncDisposable {
  readonly #start: () => ChildProcess
  #child: ChildProcess

  constructor(args: readonly string[], environment: Readonly<Record<string, string>>) {
    const env = { ...process.env, ...environment }
    this.#start = () =>
      spawn(process.execPath, ['main.js', ...args], { cwd: build, env, stdio: 'ignore' })
    this.#child = this.#start()
  }

  async restart(): Promise<void> {
    await this[Symbol.asyncDispose]()
    this.#child = this.#start()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL')
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      await once(this.#child, 'exit')
    }
  }
}

function runMain(command: string, environment: Readonly<Record<string, string>>): void {
  const env = { ...process.env, ...environment }
  execFileSync(process.execPath, ['main.js', command], { cwd: build, env })
}

async function isReady(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/_app/ready`).catch(() => undefined)
  return answer?.ok === true
}
