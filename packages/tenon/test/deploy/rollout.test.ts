import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { it } from 'node:test'
import { startServing } from '../faults/start-binary.ts'
import { createProject, type Project } from '../models/project.ts'
import { onDialect } from '../support/for-each-dialect.ts'
import { nginx } from '../support/nginx.ts'
import { type ProxyServer, skipWithout, startProxy } from '../support/proxy-server.ts'
import { until } from '../support/until.ts'
import { type ChangeName, toFiles } from './changed-columns.ts'

const all: readonly ChangeName[] = ['rename', 'drop', 'split', 'narrow', 'unique', 'required']
/** What can be migrated at once with rows in the table, and breaks the version that runs. */
const breaking: readonly ChangeName[] = ['rename', 'drop']

/** All changes in one deployment. Set `ROLLOUTS=each` for a deployment of each, and the way back. */
const isLong = process.env['ROLLOUTS'] === 'each'
const inTurns = (names: readonly ChangeName[]) => (isLong ? names.map((name) => [name]) : [names])

onDialect('postgres', 'a change of columns behind nginx with two replicas', (open) => {
  const skip = skipWithout('nginx')

  for (const names of inTurns(all)) {
    it(
      `fails no request if it is deployed in two steps: ${names.join(', ')}`,
      { skip },
      async (test) => {
        await using deployed = await deploy(await open.url(), names)
        const { versions, load } = deployed

        const refused = await deployed.migrate(versions.atOnce)
        await deployed.rollOut(versions.beside)
        if (isLong) await deployed.replace(versions.running)
        if (isLong) await deployed.replace(versions.beside)
        await deployed.rollOut(versions.last)
        const { failed, answered } = await load.stop()

        test.diagnostic(`${answered} requests, ${failed.length} failed`)
        assert.equal(refused.exitCode, 1)
        assert.match(refused.stderr, /Nothing was migrated/)
        assert.deepEqual(failed, [])
        assert.ok(answered > 300, `${answered} requests`)
      },
    )
  }

  for (const names of inTurns(breaking)) {
    it(
      `fails requests of the running version if it is migrated at once: ${names.join(', ')}`,
      { skip },
      async (test) => {
        await using deployed = await deploy(await open.url(), names)
        const { versions, load } = deployed

        const forced = await deployed.migrate(versions.atOnce, '--force')
        await load.seen(50)
        await deployed.replace(versions.atOnce)
        const { failed, answered } = await load.stop()

        test.diagnostic(`${answered} requests, ${failed.length} failed`)
        assert.equal(forced.exitCode, 0, forced.stderr)
        assert.ok(failed.includes('POST /tickets: 500'), failed.join('\n'))
      },
    )
  }
})

interface Deployed extends AsyncDisposable {
  readonly versions: Readonly<Record<'running' | 'beside' | 'last' | 'atOnce', Project>>
  readonly load: Load
  migrate(version: Project, ...options: readonly string[]): ReturnType<Project['run']>
  /** Replaces each replica, one after the other. */
  replace(version: Project): Promise<void>
  /** Migrates, then replaces. */
  rollOut(version: Project): Promise<void>
}

const production = {
  SERVER_DRAIN_SECONDS: '0',
  APP_ENV: 'production',
  SERVER_HOST: '127.0.0.1',
  APP_KEY: 'q7J1n0eWmXk4v2sPz9aTgB5cYdRfHhLu',
  TRUSTED_PROXIES: '127.0.0.1',
}

/** Two replicas of the running version, under load. */
async function deploy(url: string, names: readonly ChangeName[]): Promise<Deployed> {
  await using stack = new AsyncDisposableStack()
  const environment = { ...production, DATABASE_URL: url }
  const running = stack.use(await createVersion(names, 0))
  const beside = stack.use(await createVersion(names, 1, running))
  const last = stack.use(await createVersion(names, 2, beside))
  const renames = names.includes('rename') ? ['--rename=tickets.title:subject'] : []
  const atOnce = stack.use(await createVersion(names, 2, running, renames))
  const start = (version: Project, port = 0) =>
    startServing(
      { ...environment, SERVER_PORT: String(port) },
      { file: join(version.root, 'main.ts') },
    )
  const migrate: Deployed['migrate'] = (version, ...options) =>
    version.run(['migrate', ...options], environment)

  const first = await migrate(running)
  assert.equal(first.exitCode, 0, first.stderr)
  const replicas = [stack.use(await start(running)), stack.use(await start(running))]
  const ports = replicas.map(({ port }) => port)
  const front = stack.use(await startProxy(nginx, [ports[0] ?? 0, ports[1] ?? 0]))
  const load = keepAsking(front)
  stack.defer(async () => void (await load.stop()))
  await load.seen(50)

  const owned = stack.move()
  const replace: Deployed['replace'] = async (version) => {
    for (const [i, port] of ports.entries()) {
      replicas[i]?.child.kill('SIGTERM')
      await replicas[i]?.ended
      replicas[i] = owned.use(await start(version, port))
      await load.seen(50)
      await delay(300) // time: the proxy notices the successor
    }
  }
  const rollOut: Deployed['rollOut'] = async (version) => {
    const migrated = await migrate(version)
    assert.equal(migrated.exitCode, 0, migrated.stderr)
    await load.seen(50)
    await replace(version)
  }
  const versions = { running, beside, last, atOnce }
  return {
    versions,
    load,
    migrate,
    replace,
    rollOut,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The source folder of a version, with the migrations of the one before and those that its models need. */
async function createVersion(
  names: readonly ChangeName[],
  version: 0 | 1 | 2,
  before?: Project,
  renames: readonly string[] = [],
): Promise<Project> {
  const project = createProject(toFiles(names, version))
  for (const file of before?.list('database/migrations') ?? []) {
    const path = `database/migrations/${file}`
    project.write(path, before?.read(path) ?? '')
  }
  if (before !== undefined) {
    project.write('database/schema.json', before.read('database/schema.json'))
  }
  const made = await project.run(['make:migration', `version ${version}`, '--drop', ...renames])
  assert.equal(made.exitCode, 0, made.stderr)
  return project
}

interface Load {
  /** Waits for so many more answers. */
  seen(more: number): Promise<void>
  stop(): Promise<{ readonly answered: number; readonly failed: readonly string[] }>
}

/** Writes and reads until it is stopped: what one replica has written, any of them reads. */
function keepAsking(front: ProxyServer): Load {
  const stop = new AbortController()
  const failed: string[] = []
  let answered = 0
  const ask = async (method: string, path: string): Promise<string> => {
    const { status, body } = await front.ask(path, { method })
    if (status !== 200) failed.push(`${method} ${path}: ${status}`)
    answered++
    await delay(20) // time: a client's pause
    return body
  }
  const clients = Array.from({ length: 4 }, async () => {
    while (!stop.signal.aborted) {
      const created = await ask('POST', '/tickets')
      const { id } = toRecord(created)
      const read = await ask('GET', `/tickets/${id}`)
      const updated = await ask('POST', `/tickets/${id}`)
      const again = await ask('GET', `/tickets/${id}`)
      if (read !== created) failed.push(`read ${read} of ${created}`)
      if (again !== updated) failed.push(`read ${again} of ${updated}`)
    }
  })
  return {
    async seen(more) {
      const before = answered
      await until(() => answered >= before + more)
    },
    async stop() {
      stop.abort()
      await Promise.all(clients)
      return { answered, failed }
    },
  }
}

function toRecord(body: string): { readonly id: number } {
  try {
    return JSON.parse(body)
  } catch {
    return { id: 0 } // Already counted as failed.
  }
}
