import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A port that nothing listens on, for programs that must know their port before they listen. It is below the ports
 * that the system gives to connections and to port 0, and no test of another process finds it within a minute.
 */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    if (take(port) && (await isFree(port))) return port
  }
}

/** The folder with a file for each found port, which all processes with the same temporary folder share. */
const folder = join(tmpdir(), 'tenon-test-ports')
const keptMs = 60_000

/** Takes a port, unless a process has taken it within the last minute. */
function take(port: number): boolean {
  const file = join(folder, String(port))
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(file, '', { flag: 'wx' })
    return true
  } catch {
    const { mtimeMs } = statSync(file)
    if (Date.now() - mtimeMs < keptMs) return false
    utimesSync(file, new Date(), new Date())
    return true
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
