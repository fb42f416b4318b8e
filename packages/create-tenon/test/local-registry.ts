import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, request, type RequestListener } from 'node:http'
import { Agent, request as requestSecurely } from 'node:https'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { TemplateName } from '../pack/templates.ts'
import { workspace } from './scaffold.ts'
import { quickTools } from '../../tenon/test/support/bare-environment.ts'
import { findPort } from '../../tenon/test/support/find-port.ts'

/** A registry on this machine with the packages published to it, and npm's packages behind it. */
export interface LocalRegistry extends AsyncDisposable {
  /** A temporary folder, deleted with the registry. */
  readonly folder: string
  /** An environment in which npm knows only this registry, and nothing of the workspace. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * The applications that `release.test.ts` installs. Those that need the same packages differ in files only, so that one
 * of them is enough: `teams` for all with React.
 */
export const installed: readonly TemplateName[] = ['api', 'vue', 'svelte', 'teams']

export async function startRegistry(): Promise<LocalRegistry> {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-registry-'))
  const [port, frontPort] = [await findPort(), await findPort()]
  const verdaccio = await startVerdaccio(folder, port)
  const front = createServer(toFront(port, upstream())).listen(frontPort, '127.0.0.1')
  await once(front, 'listening')
  return {
    folder,
    env: toEnvironment(folder, frontPort),
    async [Symbol.asyncDispose]() {
      front.close()
      front.closeAllConnections()
      verdaccio.kill('SIGTERM')
      await once(verdaccio, 'exit')
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

async function startVerdaccio(folder: string, port: number): Promise<ChildProcess> {
  const configuration = join(folder, 'config.json')
  writeFileSync(configuration, JSON.stringify(toConfiguration(folder)))
  const program = join(workspace, 'node_modules/verdaccio/bin/verdaccio')
  const args = [program, '--config', configuration, '--listen', `127.0.0.1:${port}`]
  const verdaccio = spawn(process.execPath, args, { stdio: 'ignore', cwd: folder })
  await untilAnswering(`http://127.0.0.1:${port}/-/ping`)
  return verdaccio
}

const published = /^\/(?:create-)?tenon(?:\/|$)/

/**
 * Forwards packages published here to Verdaccio and everything else to npm's own registry: fetched
 * through Verdaccio, which requests the whole history of each package, it takes minutes.
 */
function toFront(port: number, elsewhere: string): RequestListener {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  return (incoming, response) => {
    const path = incoming.url ?? '/'
    const { method, headers } = incoming
    const isOwn = published.test(path)
    const forwarded = isOwn
      ? // Verdaccio writes the front's address, which is in the headers, into its answer.
        request({ host: '127.0.0.1', port, path, method, headers })
      : requestSecurely(new URL(path.slice(1), elsewhere), {
          method,
          headers: { ...headers, host: new URL(elsewhere).host },
          agent,
        })
    forwarded.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    incoming.pipe(forwarded)
  }
}

/** Returns why no registry can start; `false` if one can. */
export async function findObstacle(): Promise<string | false> {
  const isThere = await fetch(new URL('-/ping', upstream())).then(
    ({ ok }) => ok,
    () => false,
  )
  return isThere ? false : `${upstream()} does not answer`
}

function upstream(): string {
  return execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
}

function toConfiguration(folder: string): object {
  return {
    storage: join(folder, 'storage'),
    packages: { '**': { access: '$all', publish: '$all' } },
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    log: { type: 'stdout', level: 'fatal' },
    web: { enable: false },
  }
}

/**
 * npm finds its registry as on any other machine, except that tarballs are taken from this
 * user's cache. Packages installed by an earlier `npm create` are not.
 */
function toEnvironment(folder: string, port: number): LocalRegistry['env'] {
  const cache = join(folder, 'cache')
  const users = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
  mkdirSync(join(cache, '_cacache'), { recursive: true })
  // Do not share npm's temporary files: npm unpacks packages there, and that disk may be slow.
  for (const kept of ['content-v2', 'index-v5']) {
    const path = join(users, '_cacache', kept)
    mkdirSync(path, { recursive: true })
    symlinkSync(path, join(cache, '_cacache', kept))
  }
  writeFileSync(join(folder, 'npmrc'), `//127.0.0.1:${port}/:_authToken=anybody\n`)
  return {
    HOME: homedir(),
    PATH: [dirname(process.execPath), ...ownPath()].join(delimiter),
    npm_config_userconfig: join(folder, 'npmrc'),
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: cache,
    npm_config_audit: 'false',
    npm_config_yes: 'true',
    // npm, the compilers and the linters start faster with what an earlier process has compiled.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    ...quickTools,
  }
}

function ownPath(): readonly string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.filter((folder) => !folder.startsWith(workspace))
}

async function untilAnswering(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await setTimeout(100) // time: between two looks
  }
  throw new Error(`${url} does not respond`)
}
