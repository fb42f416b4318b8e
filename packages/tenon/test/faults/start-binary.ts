import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('./program.ts', import.meta.url))

/** Starts the binary with nothing in its environment but this. */
export function startBinary(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--conditions=source', program], {
    cwd: tmpdir(),
    env: { DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'info', ...environment },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (output.stdout += chunk))
  child.stderr.on('data', (chunk) => (output.stderr += chunk))
  const ended = once(child, 'close').then(([code]) => ({ code, ...output }))
  return { child, output, ended }
}

/** Starts it and waits until it serves, on a port of its own. */
export async function startServing() {
  const { child, output, ended } = startBinary({ SERVER_PORT: '0' })
  while (!/serves http/.test(output.stdout)) {
    await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
    if (child.exitCode !== null) throw new Error(output.stderr)
  }
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(output.stdout)?.[1])
  return { child, output, ended, port, [Symbol.dispose]: () => void child.kill('SIGKILL') }
}
