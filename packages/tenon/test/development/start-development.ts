import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { fromSources, tenonCommand } from '../support/bundled-program.ts'

/** An application that `tenon dev` serves from a temporary folder, until it is disposed. */
export interface DevelopedApplication extends AsyncDisposable {
  readonly origin: string
  readonly folder: string
  readonly pid: number | undefined
  /** The messages of the log so far. */
  readonly messages: readonly string[]
  /** The log so far, as it was written. */
  readonly lines: readonly string[]
  /** Replaces text in a file, as an editor does when it saves; returns when it did. */
  edit(file: string, from: string, to: string): number
  write(file: string, text: string): void
  /** Restores the files that were edited. */
  restore(): Promise<void>
  /** Waits for a log message that starts with `start`, after the last edit. */
  logged(start: string): Promise<string>
  /** Ends it, and starts it again at the same address. */
  restart(): Promise<void>
}

const workspace = join(import.meta.dirname, '../../../..')

/**
 * Copies the application at `root`, with the folders `beside` it that it imports from, and serves
 * the copy.
 */
export async function startDevelopment(
  root: string,
  environment: Readonly<Record<string, string>> = {},
  beside: readonly string[] = [],
): Promise<DevelopedApplication> {
  // Inside the workspace, so that packages resolve as they do for the examples.
  mkdirSync(join(workspace, '.tmp'), { recursive: true })
  const copies = mkdtempSync(join(workspace, '.tmp/development-'))
  for (const name of [basename(root), ...beside]) {
    cpSync(join(root, '..', name), join(copies, name), { recursive: true })
  }
  // A separate package, so that it does not share Vite's cache with another development server.
  writeFileSync(join(copies, 'package.json'), '{ "type": "module", "private": true }\n')
  const folder = join(copies, basename(root))
  // What it extends is not at the same place from here.
  rmSync(join(folder, 'tsconfig.json'), { force: true })

  const messages: string[] = []
  const lines: string[] = []
  let editedAt = 0
  const start = (port: string): ChildProcess => {
    const started = spawn(process.execPath, [...fromSources(), tenonCommand(), 'dev'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        APP_ENV: 'local',
        SERVER_HOST: '127.0.0.1',
        SERVER_PORT: port,
        DATABASE_URL: 'sqlite::memory:',
        ...environment,
      },
    })
    for (const output of [started.stdout, started.stderr]) {
      createInterface(output).on('line', (line) => {
        lines.push(line)
        messages.push(toMessage(line))
      })
    }
    return started
  }
  const end = async (): Promise<void> => {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  let child = start('0')

  const logged = async (start: string): Promise<string> => {
    for (let attempt = 0; attempt < 1500; attempt += 1) {
      const found = messages.slice(editedAt).find((message) => says(message, start))
      if (found !== undefined) return found
      if (child.exitCode !== null || child.signalCode !== null) break
      await setTimeout(20) // time: between two looks
    }
    throw new Error(`The log did not say "${start}":\n${messages.join('\n')}`)
  }
  const origin = (/http:[^\s,]+/.exec(await logged('Tenon serves')) ?? [''])[0]

  const originals = new Map<string, string>()
  return {
    origin,
    folder,
    get pid() {
      return child.pid
    },
    messages,
    lines,
    logged,
    edit(file, from, to) {
      const path = join(folder, file)
      const text = readFileSync(path, 'utf8')
      if (!originals.has(path)) originals.set(path, text)
      if (!text.includes(from)) throw new Error(`"${file}" does not contain "${from}"`)
      editedAt = messages.length
      writeFileSync(path, text.replace(from, to))
      return performance.now()
    },
    write(file, text) {
      editedAt = messages.length
      writeFileSync(join(folder, file), text)
    },
    async restore() {
      const files = [...originals]
      originals.clear()
      editedAt = messages.length
      for (const [path, text] of files) writeFileSync(path, text)
      if (files.some(([path]) => !path.includes('resources'))) await logged('Reloaded')
    },
    async restart() {
      await end()
      editedAt = messages.length
      child = start(new URL(origin).port)
      await logged('Tenon serves')
    },
    async [Symbol.asyncDispose]() {
      await end()
      rmSync(copies, { recursive: true })
    },
  }
}

/** One reload may follow several saves: then it names all of them. */
function says(message: string, start: string): boolean {
  const [, file] = /^Reloaded (.+)$/.exec(start) ?? []
  if (file === undefined) return message.startsWith(start)
  return message.startsWith('Reloaded') && message.includes(file)
}

function toMessage(line: string): string {
  try {
    const parsed: unknown = JSON.parse(line)
    return typeof parsed === 'object' && parsed !== null && 'msg' in parsed
      ? String(parsed.msg)
      : line
  } catch {
    return stripVTControlCharacters(line) // Vite logs plain text
  }
}
