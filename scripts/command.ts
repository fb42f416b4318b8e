import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

/** The root folder of the workspace. */
export const root = join(import.meta.dirname, '..')

export interface CommandOptions {
  readonly cwd?: string
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Kills the command with SIGKILL after this time without output. Default: no limit. */
  readonly silenceMs?: number
}

export interface CommandResult {
  /** `null` if a signal ended it. */
  readonly exitCode: number | null
  /** Its combined output, in order of arrival. */
  readonly output: string
  readonly durationMs: number
}

/** The longest delay that a timer of Node takes, 24 days. */
const longestTimerMs = 2 ** 31 - 1

/**
 * Runs a command to its end. Rejects only if the command cannot be started, not if it fails. Scripts and
 * tests read its output, so Node prints without colors.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const startedAt = performance.now()
  const child = spawn(command, args, {
    cwd: options.cwd ?? root,
    env: { ...process.env, PATH: searchPath(), FORCE_COLOR: '0', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

  const chunks: Buffer[] = []
  const silence = setTimeout(() => {
    child.kill('SIGKILL')
    // A child process of the command may keep the pipes open forever.
    child.stdout.destroy()
    child.stderr.destroy()
  }, options.silenceMs ?? longestTimerMs)
  const collect = (chunk: Buffer): void => {
    chunks.push(chunk)
    silence.refresh()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode) => {
      clearTimeout(silence)
      const output = Buffer.concat(chunks).toString()
      resolve({ exitCode, output, durationMs: performance.now() - startedAt })
    })
  })
}

function searchPath(): string {
  return [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
}
