import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { root } from './command.ts'
import type { DocStep } from './doc-steps.ts'

/*
 * Follows a page in a clone of the repository, as a reader does: each command runs in the folder and
 * with the variables that the commands before it have left. If a command starts a server, this requests
 * its first page and then stops it, as Ctrl+C does. The port that the page names is replaced by a free one.
 */

/** Where the reader is: the folder of the shell and its variables. */
interface Shell {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
}

/** The result of a command, and the state of the shell after it. */
interface Ended extends Shell {
  /** What went wrong; `undefined` if the command worked. */
  readonly problem: string | undefined
}

const writtenPort = '8080'
const timeoutMs = 120_000

/** Returns the line of a page at which its reader cannot go on, with the reason; empty if the whole page works. */
export async function followPage(
  page: string,
  steps: readonly DocStep[],
): Promise<readonly string[]> {
  const folder = cloneRepository()
  const port = await findFreePort()
  try {
    let shell: Shell = { folder, env: { ...process.env, PATH: ownPath(), SERVER_PORT: port } }
    for (const step of steps) {
      if (step.kind === 'file') {
        writeShown(join(shell.folder, step.path), step.text)
        continue
      }
      console.log(`${page}:${step.line}: ${step.command}`)
      const { problem, ...next } = await runIn(shell, step.command.replaceAll(writtenPort, port))
      if (problem !== undefined) return [`${page}:${step.line}: "${step.command}" ${problem}`]
      shell = next
    }
    return []
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Copies the files that git knows, and hard-links the installed packages. */
function cloneRepository(): string {
  mkdirSync(join(root, '.tmp'), { recursive: true })
  const folder = mkdtempSync(join(root, '.tmp/clone-'))
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const paths = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0')
  for (const path of paths.filter(Boolean)) writeCopy(join(root, path), join(folder, path))
  execFileSync('cp', ['-al', join(root, 'node_modules'), folder])
  // npm rewrites this file in place, which would also change the original through its hard link.
  const installed = 'node_modules/.package-lock.json'
  rmSync(join(folder, installed))
  copyFileSync(join(root, installed), join(folder, installed))
  return folder
}

function writeCopy(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true })
  copyFileSync(source, target)
}

function writeShown(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/** The search path without the workspace's own programs, which a reader does not have. */
function ownPath(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.filter((folder) => !folder.startsWith(root)).join(delimiter)
}

async function runIn({ folder, env }: Shell, command: string): Promise<Ended> {
  // The shell reports its folder and variables through a separate pipe.
  const script = `${command}\nstatus=$?\n{ pwd; env -0; } >&3\nexit $status`
  const child = spawn('bash', ['-c', script], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const limit = setTimeout(() => signalGroup(child, 'SIGKILL'), timeoutMs)
  const told = text(child.stdio[3] as Readable)
  const watch = watchOutput(child)
  const [exitCode] = await once(child, 'close')
  clearTimeout(limit)

  const problem = watch.problem() ?? (exitCode === 0 || watch.hasServed() ? undefined : 'failed')
  const failure = problem === undefined ? undefined : `${problem}\n${watch.output()}`
  return { problem: failure, ...toShell(await told, { folder, env }) }
}

interface Watch {
  output(): string
  hasServed(): boolean
  problem(): string | undefined
}

/** Collects the output of a command, and visits the server that it starts. */
function watchOutput(child: ChildProcess): Watch {
  let output = ''
  let visited: string | undefined
  let problem: string | undefined
  const read = (chunk: unknown): void => {
    output += String(chunk)
    const url = /serves (http:\/\/[^"\s]+)/.exec(output)?.[1]
    if (url === undefined || visited !== undefined) return
    visited = url
    void visit(url).then((found) => {
      problem = found
      signalGroup(child, 'SIGINT')
    })
  }
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
  return { output: () => output, hasServed: () => visited !== undefined, problem: () => problem }
}

async function visit(url: string): Promise<string | undefined> {
  try {
    const { status } = await fetch(url, { headers: { accept: 'text/html' } })
    return status === 200 ? undefined : `serves a first page with status ${status}`
  } catch (error) {
    return `does not serve ${url}: ${String(error)}`
  }
}

/** Reads the report of a shell. A command that was stopped reports nothing: the shell stays as it was. */
function toShell(told: string, before: Shell): Shell {
  const end = told.indexOf('\n')
  if (end === -1) return before
  const variables = told
    .slice(end + 1)
    .split('\0')
    .filter((variable) => variable.includes('='))
    .map((variable): [string, string] => {
      const sign = variable.indexOf('=')
      return [variable.slice(0, sign), variable.slice(sign + 1)]
    })
  return { folder: told.slice(0, end), env: Object.fromEntries(variables) }
}

function signalGroup({ pid = 0 }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

async function findFreePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new TypeError('Not a TCP address')
  return String(address.port)
}
