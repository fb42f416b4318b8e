import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findPort } from '../support/find-port.ts'
import { buildInBuilder } from './builder.ts'

/** A built application that serves on a free port, until it is disposed. */
export interface BuiltApplication extends AsyncDisposable {
  readonly origin: string
  readonly folder: string
  /** Stops the process and starts another on the same port, with other variables. */
  restart(environment: Readonly<Record<string, string>>): Promise<void>
  stop(): Promise<void>
  /** What its processes have logged so far. */
  log(): string
}

/**
 * Builds the application at `root` into a temporary folder and serves it from there, with these variables. An
 * application of the workspace does not change: it is built once in a process.
 */
export async function startBuilt(
  root: string,
  variables: Variables = {},
): Promise<BuiltApplication> {
  if (!isOfWorkspace(root)) return serveBuilt(await buildApplication(root), variables)
  const built = builds.get(root) ?? buildApplication(root)
  builds.set(root, built)
  return serveCopy(await built, variables)
}

const workspace = join(import.meta.dirname, '../../../..')
const builds = new Map<string, Promise<string>>()

function isOfWorkspace(root: string): boolean {
  return ['packages', 'examples'].some((name) => root.startsWith(join(workspace, name)))
}

/** Builds the application at `root` into a temporary folder, which is removed with this process at the latest. */
export async function buildApplication(root: string): Promise<string> {
  const folder = makeFolder()
  await buildInBuilder({ root, folder })
  return folder
}

/** What is left of them in the end is removed with the process. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-browser-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Variables, which may depend on the origin that the application gets. */
type Variables =
  | Readonly<Record<string, string>>
  | ((origin: string) => Readonly<Record<string, string>>)

/** Serves a copy of the application that was built into `folder`, so that `folder` can be served again. */
export async function serveCopy(
  folder: string,
  variables: Variables = {},
  command: readonly string[] = [],
): Promise<BuiltApplication> {
  const copy = makeFolder()
  cpSync(folder, copy, { recursive: true })
  return serveBuilt(copy, variables, command)
}

/**
 * Serves the application that was built into `folder`, and removes it in the end. Default: by `serve`, on a free port.
 */
export async function serveBuilt(
  folder: string,
  given: Variables = {},
  command: readonly string[] = [],
): Promise<BuiltApplication> {
  const port = (typeof given === 'object' && Number(given['SERVER_PORT'])) || (await findPort())
  const origin = `http://127.0.0.1:${port}`
  const variables = typeof given === 'function' ? given(origin) : given
  let log = ''
  const write = (text: string): void => {
    log += text
  }
  let child = await serve(folder, port, { command, environment: variables, write })

  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return {
    origin,
    folder,
    stop,
    log: () => log,
    async restart(environment) {
      await stop()
      child = await serve(folder, port, {
        command,
        environment: { ...variables, ...environment },
        write,
      })
    },
    async [Symbol.asyncDispose]() {
      await stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A busy machine takes ten seconds to start what it otherwise starts in half a second. */
const START_MS = 60_000

interface ServeOptions {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly write: (text: string) => void
}

async function serve(folder: string, port: number, { command, environment, write }: ServeOptions) {
  const child = spawn(process.execPath, ['main.js', ...command], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      APP_ENV: 'test',
      APP_KEY: 'a key of the browser tests, long enough',
      SERVER_HOST: '127.0.0.1',
      SERVER_PORT: String(port),
      ...environment,
    },
  })
  child.stdout.setEncoding('utf8').on('data', write)
  const deadline = Date.now() + START_MS
  while (child.exitCode === null && Date.now() < deadline) {
    const isUp = await fetch(`http://127.0.0.1:${port}/_app/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return child
    await setTimeout(50) // time: between two looks
  }
  child.kill()
  throw new Error(`The application in ${folder} did not come up on port ${port}`)
}
