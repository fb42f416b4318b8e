import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { POSTGRES_USER } from './postgres-binaries.ts'
import { findProgram } from './proxy-server.ts'
import { findPort } from './find-port.ts'

/** A PgBouncer in transaction mode in front of a PostgreSQL, for all its databases and users. */
export interface PgBouncer extends AsyncDisposable {
  /** Leads to the same database as PostgreSQL's own URL. */
  readonly url: string
  /** Stops it and starts it again at the same address. */
  restart(): Promise<void>
}

/** Why tests that need PgBouncer are skipped; `false` if it is installed. */
export const skipWithoutPgBouncer: string | false =
  findProgram('pgbouncer') === undefined && 'pgbouncer is not installed: apt-get install pgbouncer'

export async function startPgBouncer(postgresUrl: string): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-pgbouncer-'))
  const { uid, gid } = POSTGRES_USER
  if (uid !== undefined) chownSync(folder, uid, gid)
  const url = new URL(postgresUrl)
  const server = url.port
  url.port = String(await findPort())
  url.search = ''
  writeFileSync(join(folder, 'users.txt'), `"${url.username}" ""\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    toSettings({ folder, server, port: url.port, user: url.username }),
  )

  let child = await run(folder, url.href)
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return {
    url: url.href,
    async restart() {
      await stop()
      child = await run(folder, url.href)
    },
    async [Symbol.asyncDispose]() {
      await stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Starts the program, and waits until it answers. */
async function run(folder: string, url: string): Promise<ChildProcess> {
  const child = spawn(findProgram('pgbouncer') ?? 'pgbouncer', [join(folder, 'pgbouncer.ini')], {
    ...POSTGRES_USER,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (chunk) => (log += chunk))
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start:\n${log}`)
    await delay(20) // time: between two looks
  }
  return child
}

interface Place {
  readonly folder: string
  /** PostgreSQL's port. */
  readonly server: string
  readonly port: string
  /** The user that may query PostgreSQL for other users. */
  readonly user: string
}

/** Few connections, so that clients really have to share them. */
function toSettings({ folder, server, port, user }: Place): string {
  return `[databases]
* = host=127.0.0.1 port=${server}
[pgbouncer]
pool_mode = transaction
default_pool_size = 3
max_client_conn = 1000
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
auth_user = ${user}
server_idle_timeout = 2
`
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    await client.end()
    return true
  } catch {
    return false // Not up yet; if it fails to start, its log says why.
  }
}
