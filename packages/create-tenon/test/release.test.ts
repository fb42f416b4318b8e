import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { addToChangelog, copyWorkspace, git } from './copied-workspace.ts'
import { findObstacle, installed, startRegistry, type LocalRegistry } from './local-registry.ts'
import { findPort } from '../../tenon/test/support/find-port.ts'

const run = promisify(execFile)

// In parallel: most of the time is spent waiting for the registry.
const options = { skip: await findObstacle(), concurrency: true }

/** They share the cores and the network: each may take longer than a test elsewhere. */
const patience = { timeout: 1_200_000 }

describe('a release, published to a local registry', options, () => {
  const version = '7.8.9'
  let registry: LocalRegistry
  let repository: string
  let rehearsed: string
  let released: string
  before(async () => {
    registry = await startRegistry()
    repository = join(registry.folder, 'workspace')
    copyWorkspace(repository)
    addToChangelog(repository, version)
    rehearsed = await release()
    released = await release('--publish')
    // npm installs what it creates with into one folder: the first of several at the same time would find half of it.
    await npm(['create', 'tenon@latest', '--', '--help'])
  }, patience)
  after(() => registry?.[Symbol.asyncDispose]())

  it('is one version of both packages, committed and tagged', async () => {
    const versions = await Promise.all(
      ['tenon', 'create-tenon'].map((name) => npm(['view', name, 'version'])),
    )

    assert.deepEqual(
      versions.map((text) => text.trim()),
      [version, version],
    )
    assert.equal(git(repository, ['tag', '--list']).trim(), `v${version}`)
    assert.equal(git(repository, ['status', '--porcelain']), '')
    assert.match(git(repository, ['show', '--stat', 'HEAD']), /Release 7\.8\.9.*4 files changed/s)
    assert.match(released, /publish tenon@7\.8\.9 as latest.*publish create-tenon@7\.8\.9/s)
  })

  it('was rehearsed without publishing or changing anything', () => {
    const checks = /publint tenon.*attw tenon.*publint create-tenon.*as latest \(dry run\)/s
    assert.match(rehearsed, checks)
    assert.match(rehearsed, /7\.8\.9 can be released: add --publish\.\n$/)
  })

  it('publishes what was checked in the rehearsal, and packs nothing again', () => {
    assert.match(released, /^✔ checked in the rehearsal: \.tmp\/release\/7\.8\.9-[\da-f]{40}\n/)
    assert.doesNotMatch(released, /✔ pack/)
  })

  it('is refused a second time', async () => {
    await assert.rejects(release('--publish'), /The tag v7\.8\.9 exists\./)
  })

  for (const name of installed) {
    it(`creates an application that works after the printed steps: ${name}`, patience, async () => {
      const app = join(registry.folder, name)

      const printed = await npm(['create', 'tenon@latest', name, '--', `--${name}`])
      await npm(['install'], app)
      const developed = await visit(app, ['run', 'dev'], interrupt)
      await npm(['test'], app)
      await npm(['run', 'check'], app)
      await npm(['run', 'build'], app)
      const started = await visit(app, ['start'], terminate)

      assert.match(printed, new RegExp(`cd ${name}\n {2}npm install\n {2}npm run dev`))
      const answers = { page: 200, icon: 200, isServing: false }
      // While developing, a browser always gets a page, with the routes that are near.
      assert.deepEqual(developed, { ...answers, missing: 'styled' })
      assert.deepEqual(started, { ...answers, missing: missingIn(name) })
    })
  }

  it('runs an API from its sources with the packages for production only', patience, async () => {
    const app = join(registry.folder, 'sources')
    await npm(['create', 'tenon@latest', 'sources', '--', '--api'])
    await npm(['install', '--package-lock-only'], app)
    await npm(['pkg', 'set', 'scripts.serve=node main.ts migrate && exec node main.ts'], app)

    await npm(['ci', '--omit=dev', '--omit=optional'], app)
    const served = await visit(app, ['run', 'serve'], interrupt)

    const tools = ['vite', 'rolldown', 'typescript', 'oxlint', 'pino-pretty']
    const there = tools.filter((name) => existsSync(join(app, 'node_modules', name)))
    assert.deepEqual(there, [])
    assert.deepEqual(served, {
      page: 200,
      icon: 200,
      missing: missingIn('api'),
      isServing: false,
    })
  })

  async function release(...options: readonly string[]): Promise<string> {
    const args = ['run', '--silent', 'release', '--', version, ...options]
    return npm(args, repository)
  }

  /** Runs npm to its end without access to the workspace; rejects with all that it printed if it fails. */
  async function npm(args: readonly string[], cwd = registry.folder): Promise<string> {
    // A release takes minutes on a slow machine, and a step that prints nothing for that long is killed.
    console.log(`npm ${args.join(' ')}`)
    try {
      return (await run('npm', args, { cwd, env: registry.env, maxBuffer: 64 * 2 ** 20 })).stdout
    } catch (cause) {
      const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string }
      throw new Error(`npm ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause })
    }
  }

  /** Opens the first page while a script runs; returns whether it serves after the script stopped. */
  async function visit(app: string, args: readonly string[], stop: Stop): Promise<object> {
    const port = await findPort()
    const env = { ...registry.env, SERVER_PORT: String(port) }
    const printed = join(registry.folder, `${port}.log`)
    const output = openSync(printed, 'w')
    const stdio: StdioOptions = ['ignore', output, output]
    const script = spawn('npm', args, { cwd: app, env, stdio, detached: true })
    closeSync(output)
    using _ = { [Symbol.dispose]: () => endGroup(script) }

    const url = `http://127.0.0.1:${port}/`
    const page = await untilAnswered(url, script)
    assert.ok(page, `npm ${args.join(' ')} does not serve:\n${readFileSync(printed, 'utf8')}`)
    const icon = await ask(`${url}favicon.ico`)
    const missing = await askForMissing(`${url}nowhere`)
    stop(script)
    await once(script, 'exit')
    return { page, icon, missing, isServing: !(await untilSilent(url)) }
  }
})

type Stop = (script: ChildProcess) => void

/** Like Ctrl+C: every process of the terminal gets the signal. */
const interrupt: Stop = ({ pid = 0 }) => process.kill(-pid, 'SIGINT')

/** Like a supervisor: only npm gets the signal. */
const terminate: Stop = (script) => script.kill('SIGTERM')

function endGroup({ pid = 0 }: ChildProcess): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // As expected: all have already ended.
  }
}

/** The status of the first answer; `undefined` if the script ended before it, or gave none for two minutes. */
async function untilAnswered(url: string, script: ChildProcess): Promise<number | undefined> {
  for (let attempt = 0; attempt < 1_200 && script.exitCode === null; attempt += 1) {
    const status = await ask(url)
    if (status !== undefined) return status
    await setTimeout(100) // time: between two looks
  }
  return undefined
}

/** Whether nothing listens any more, after at most 20 s. */
async function untilSilent(url: string): Promise<boolean> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if ((await ask(url)) === undefined) return true
    await setTimeout(100) // time: between two looks
  }
  return false
}

/** The status of a document; `undefined` if nothing listens. */
async function ask(url: string): Promise<number | undefined> {
  return fetch(url, asBrowser).then(
    ({ status }) => status,
    () => undefined,
  )
}

/** How an application answers a path without a route: with a page, or with the problem of an API. */
function missingIn(name: string): string {
  return name === 'api' ? '{"title":"Not Found","status":404}' : 'styled'
}

/** Whether a path without a route is answered with a page that leads home, or the application's own. */
async function askForMissing(url: string): Promise<string> {
  const response = await fetch(url, asBrowser)
  const page = await response.text()
  const isStyled = page.includes('href="/"') || page.includes('"component":"Error"')
  return response.status === 404 && isStyled ? 'styled' : page
}

const asBrowser = { headers: { accept: 'text/html' } }
