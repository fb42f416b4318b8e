import { strict as assert } from 'node:assert'
import { join } from 'node:path'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createLog } from '../../src/base/log/create-log.ts'
import { logContexts } from '../../src/base/log/log-context.ts'
import type { Database } from '../../src/data/database/database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { currentStore, registerStorage } from '../../src/stores/storage/current-storage.ts'
import { variantQueues } from '../../src/stores/storage/pictures/variant-queue.ts'
import { queueVariants } from '../../src/work/files/variants-job.ts'
import { startMailServer, type ReceivedMail } from '../mail/smtp-server.ts'
import { startS3Server } from '../storage/s3-server.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { startForwarder, type Forwarder } from '../support/forwarder.ts'
import { ProcessFleet } from '../support/process-fleet.ts'
import { until } from '../support/until.ts'
import { dispatchFor, type Dispatched } from './chaos-dispatches.ts'
import { photos } from './chaos-jobs.ts'
import { JobStage } from './job-stage.ts'

/**
 * How long workers are killed and frozen at random. Use `CHAOS_SECONDS=120` for a thorough run.
 */
const CHAOS_MS = Number(process.env['CHAOS_SECONDS'] ?? 3) * 1000
const LEASE_MS = 800
const WORKERS = 4
/** Of a worker to the mail server. */
const CONNECTIONS = 5

forEachDialect('four workers, killed and frozen at random while stores go away', (open) => {
  it('lose no job, run none twice in effect, and end the poisonous ones', async (test) => {
    const url = await open.url()
    await using database = createDatabase(url)
    const stage = await JobStage.on(database)
    await database.script('create table effects (kind text not null, n bigint not null)')
    await using stack = new AsyncDisposableStack()
    const bucket = stack.use(await startS3Server({ checksSignatures: false }))
    const mailServer = stack.use(await startMailServer())
    const files = stack.use(await startForwarder(endpointOf(bucket.url)))
    const mails = stack.use(await startForwarder(`http://127.0.0.1:${mailServer.port}`))
    const storageUrl = bucket.url.replace(endpointOf(bucket.url), files.url.replace(/\/$/, ''))
    stack.use(registerStorage(storageUrl))
    stack.defer(variantQueues.register(queueVariants))
    stack.defer(logContexts.register(createLog({ level: 'silent', format: 'json' })))
    const fleet = stack.use(new ProcessFleet(join(import.meta.dirname, 'worker-process.ts')))
    const environment = {
      WORKER_URL: url,
      WORKER_LEASE_MS: String(LEASE_MS),
      WORKER_STORAGE_URL: storageUrl,
      WORKER_MAIL_URL: `smtp://127.0.0.1:${new URL(mails.url).port}`,
    }
    const environments = Array.from({ length: WORKERS }, () => environment)

    fleet.start(environments)
    const disturbing = disturb(fleet, environments, [files, mails])
    const dispatched = await stage.in(() => dispatchFor(CHAOS_MS))
    const { kills, freezes, outages } = await disturbing
    for (const key of dispatched.pictures.deleted) await photos.delete(key)
    await untilOnlyFailed(stage, () => fleet.start(environments))
    await fleet.stop()

    const { count } = dispatched
    const doubled = mailServer.received.length - dispatched.mails.size
    test.diagnostic(`${3 * count} jobs, ${kills} kills, ${freezes} freezes, ${outages} outages`)
    test.diagnostic(`${dispatched.mails.size} mails, ${doubled} of them twice`)
    await assertEffects(database, dispatched)
    assertMails(mailServer.received, dispatched, kills + freezes + outages)
    await assertFiles(database, dispatched)
    const failed = await stage.rows()
    assert.deepEqual(
      failed.map(({ name, state }) => [name, state]),
      failed.map(() => ['poison', 'failed']),
    )
    // It has three, and one more if nobody knows whether it had started when its process died: at most twice.
    assert.ok(failed.every(({ attempt, attempts }) => attempt === attempts && attempt <= 5))
    assert.equal(failed.length, 2)
    assert.equal(fleet.errors, '')
  })
})

async function assertEffects(database: Database, { count, batches }: Dispatched): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n)
  const effects = await database.query<{ kind: string; n: number }>(
    sql`select kind, n from effects order by n`,
  )
  const of = (kind: string) => effects.filter((effect) => effect.kind === kind).map(({ n }) => n)
  assert.deepEqual(of('exact'), numbers)
  assert.deepEqual(of('rated'), numbers)
  // Those of -2 were cancelled, some while they ran.
  const repeated = [...new Set(of('repeated'))].filter((n) => n !== -2)
  assert.deepEqual(repeated, numbers)
  assert.equal(of('latest').at(-1), count)
  assert.deepEqual([...new Set(of('part'))], batches)
  assert.ok(of('part').length >= 3 * batches.length)
  assert.deepEqual(of('whole'), batches)
}

/**
 * Each mail arrives whole; one more time, with the same id, if a worker was stopped, or a connection cut, before that
 * could be recorded.
 */
function assertMails(
  received: readonly ReceivedMail[],
  { mails }: Dispatched,
  disturbances: number,
): void {
  const byRecipient = Map.groupBy(received, ({ recipients }) => recipients.join())
  assert.deepEqual(new Set(byRecipient.keys()), new Set(mails.keys()))
  for (const [recipient, copies] of byRecipient) {
    const content = mails.get(recipient)?.toString('base64') ?? 'none'
    for (const { source } of copies) {
      assert.ok(source.replaceAll('\r\n', '').includes(content), `${recipient} has another file`)
      assert.match(source, /name=photo\.png/, recipient)
      assert.ok(source.includes(`Message-ID: <${recipient}>`), recipient)
    }
  }
  const cutOff = disturbances * WORKERS * CONNECTIONS
  assert.ok(received.length - mails.size <= cutOff, 'mails were sent twice without a reason')
}

/**
 * Each picture that was kept has its variant, one that was deleted has none, and no file of a mail is left. A worker
 * that is frozen beyond its lease while it writes a variant, and killed before it looks at the picture again, leaves
 * what the nightly sweep deletes.
 */
async function assertFiles(database: Database, { pictures }: Dispatched): Promise<void> {
  const store = await currentStore()
  const names = async (folder: string): Promise<readonly string[]> => {
    const found: string[] = []
    for await (const { name } of store.list(folder)) found.push(name)
    return found
  }
  const files = await names('photos')
  assert.ok(pictures.kept.every((key) => files.includes(key)))
  assert.ok(pictures.deleted.every((key) => !files.includes(key)))
  const toId = (name: string): string => name.slice(0, name.indexOf('.'))
  const variants = (await names('photos.variants')).map(toId)
  const kept = new Set(pictures.kept.map(toId))
  const left = variants.filter((id) => !kept.has(id))
  assert.deepEqual(variants.filter((id) => kept.has(id)).toSorted(), [...kept].toSorted())
  assert.ok(left.length <= 1, `${left.length} variants of pictures that are gone`)
  assert.deepEqual(await database.query(sql`select * from tenon_mail_attachments`), [])
}

interface Disturbances {
  readonly kills: number
  readonly freezes: number
  readonly outages: number
}

/** About twice a second, kills a worker and starts another, freezes one beyond its lease, or lets a server go away. */
async function disturb(
  fleet: ProcessFleet,
  environments: readonly NodeJS.ProcessEnv[],
  servers: readonly Forwarder[],
): Promise<Disturbances> {
  const end = performance.now() + CHAOS_MS
  const thaws: Promise<void>[] = []
  const outages: Promise<void>[] = []
  let kills = 0
  while (performance.now() < end) {
    await delay(250 + Math.random() * 500) // time: chaos
    const victim = Math.floor(Math.random() * WORKERS)
    const die = Math.random()
    if (die < 0.4) {
      fleet.kill(victim)
      kills += 1
    } else if (die < 0.7) {
      thaws.push(freeze(fleet, victim))
    } else {
      const server = servers[Math.floor(Math.random() * servers.length)]
      if (server !== undefined) outages.push(takeAway(server))
    }
    fleet.start(environments)
  }
  await Promise.all([...thaws, ...outages])
  return { kills, freezes: thaws.length, outages: outages.length }
}

async function freeze(fleet: ProcessFleet, victim: number): Promise<void> {
  fleet.signal(victim, 'SIGSTOP')
  await delay(300 + Math.random() * LEASE_MS * 2) // time: chaos
  fleet.signal(victim, 'SIGCONT')
}

async function takeAway(server: Forwarder): Promise<void> {
  server.setAway(true)
  await delay(300 + Math.random() * 2000) // time: chaos
  server.setAway(false)
}

/** Waits as long as there are fewer and fewer. */
async function untilOnlyFailed(stage: JobStage, keepRunning: () => void): Promise<void> {
  let left = Infinity
  while (left > 0) {
    const fewer = await until(async () => {
      keepRunning()
      const rows = await stage.rows()
      const count = rows.filter(({ state }) => state !== 'failed').length
      return count < left && { count }
    })
    left = fewer.count
  }
}

function endpointOf(url: string): string {
  return new URL(url).searchParams.get('endpoint') ?? ''
}
