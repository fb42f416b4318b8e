import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { findPostgresBinaries, POSTGRES_USER } from './postgres-binaries.ts'
import { until } from './until.ts'
import { findPort } from './find-port.ts'

/** A PostgreSQL server for the tests, with a separate folder and port. */
export interface PostgresServer extends AsyncDisposable {
  readonly url: string
  /** The folder of its data. */
  readonly data: string
  stop(): Promise<void>
  start(): Promise<void>
  /** Freezes every process of the server: connections stay open, nothing answers. */
  freeze(): void
  thaw(): void
}

let shared: Promise<string> | undefined

/** The server that the tests of this process share: `TEST_POSTGRES_URL`, or one that they start. */
export function sharedPostgres(): Promise<string> {
  shared ??= startSharedPostgres()
  return shared
}

async function startSharedPostgres(): Promise<string> {
  return process.env['TEST_POSTGRES_URL'] ?? (await startPostgres()).url
}

/** Settings of a server. */
export interface PostgresServerOptions {
  /** Replaces the access rules: lines of `pg_hba.conf`. */
  readonly access?: string
  /** Encrypts connections with the certificate `${path}.crt` and its key `${path}.key`. */
  readonly certificate?: string
  /** Waits for the disk at each commit, which is PostgreSQL's default. */
  readonly isDurable?: boolean
  /** The folder of `initdb` and `postgres`. Default: npm's, or the newest installed server's. */
  readonly binaries?: string | undefined
}

/** Starts a server. It is stopped and its folder is removed when this process ends, for any reason. */
export async function startPostgres(options: PostgresServerOptions = {}): Promise<PostgresServer> {
  const empty = emptyPlace(options.binaries)
  const place = makePlace(empty.binaries)
  const { data } = place
  copyData(empty.data, place)
  if (options.access !== undefined) writeFileSync(join(data, 'pg_hba.conf'), options.access)
  return serve(place, [...takeCertificate(data, options), ...(options.isDurable ? DURABLE : [])])
}

/** Starts a streaming replica of a server. Restarts the server to copy its data. */
export async function startReplica(of: PostgresServer): Promise<PostgresServer> {
  const place = makePlace()
  await of.stop()
  copyData(of.data, place)
  await of.start()
  writeFileSync(join(place.data, 'standby.signal'), '')
  const { hostname, port, username } = new URL(of.url)
  const source = `primary_conninfo=host=${hostname} port=${port} user=${username}`
  return serve(place, ['-c', source])
}

/** The places of empty servers, which never run, by the requested folder of programs. */
const emptyPlaces = new Map<string | undefined, Place>()

/** An empty server to copy, created once per process: `initdb` needs 0.5 s of CPU, a copy of its 39 MB 0.03 s. */
function emptyPlace(binaries: string | undefined): Place {
  const known = emptyPlaces.get(binaries)
  if (known !== undefined) return known
  const place = makePlace(binaries)
  const { folder, data } = place
  const program = join(place.binaries, 'initdb')
  execFileSync(program, ['-D', data, ...INITDB], { ...POSTGRES_USER, cwd: folder })
  emptyPlaces.set(binaries, place)
  return place
}

function copyData(from: string, { folder, data }: Place): void {
  execFileSync('cp', ['-a', from, data], { ...POSTGRES_USER, cwd: folder })
}

/** Where a server runs. */
interface Place {
  readonly folder: string
  readonly data: string
  readonly binaries: string
  readonly remove: () => Promise<void>
}

function makePlace(given?: string): Place {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-postgres-'))
  if (POSTGRES_USER.uid !== undefined) chownSync(folder, POSTGRES_USER.uid, POSTGRES_USER.gid)
  const remove = watchOver(folder)
  const binaries = given ?? findPostgresBinaries(join(folder, 'binaries'))
  return { folder, data: join(folder, 'data'), binaries, remove }
}

async function serve(place: Place, more: readonly string[]): Promise<PostgresServer> {
  const { folder, data, binaries, remove } = place
  const settings = [...SETTINGS, ...more]
  const port = await findPort()
  const url = `postgres://tenon@127.0.0.1:${port}/postgres`

  const start = async () => {
    const log = openSync(join(folder, 'log'), 'a')
    const args = ['-D', data, '-p', String(port), ...settings]
    const how = { ...POSTGRES_USER, cwd: folder, detached: true }
    spawn(join(binaries, 'postgres'), args, { ...how, stdio: ['ignore', log, log] }).unref()
    await untilReady(url, join(folder, 'log'))
  }
  const stop = async () => {
    const pid = postmasterPid(data)
    process.kill(pid, 'SIGINT')
    await until(() => !isRunning(pid))
  }
  await start()

  return {
    url,
    data,
    start,
    stop,
    freeze: () => signalAll(data, 'SIGSTOP'),
    thaw: () => signalAll(data, 'SIGCONT'),
    [Symbol.asyncDispose]: remove,
  }
}

// oxfmt-ignore
const INITDB = ['-U', 'tenon', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions']

// No test checks whether PostgreSQL itself survives a power failure.
// oxfmt-ignore
const SETTINGS = [
  'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200',
  'fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'shared_buffers=64MB',
].flatMap((setting) => ['-c', setting])

// If a setting is given twice, the last one counts.
const DURABLE = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'].flatMap((setting) => [
  '-c',
  setting,
])

/** Copies the key, because PostgreSQL requires that its user owns it and no one else can read it. */
function takeCertificate(data: string, { certificate }: PostgresServerOptions): readonly string[] {
  if (certificate === undefined) return []
  for (const name of ['server.crt', 'server.key']) {
    const file = join(data, name)
    cpSync(`${certificate}${extname(name)}`, file)
    chmodSync(file, 0o600)
    if (POSTGRES_USER.uid !== undefined) chownSync(file, POSTGRES_USER.uid, POSTGRES_USER.gid)
  }
  return ['-c', 'ssl=on']
}

/**
 * Starts a shell that waits until its input is closed: that happens when this process ends, for any reason.
 * The shell then stops the server and removes the folder. Returns a function that does so at once.
 */
function watchOver(folder: string): () => Promise<void> {
  const options = {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'] as ['pipe', 'ignore', 'ignore'],
  }
  const watcher = spawn('/bin/sh', ['-c', WATCHER, 'watcher', folder], options)
  watcher.unref()
  const { stdin } = watcher
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  return async () => {
    watcher.ref()
    stdin.end()
    await new Promise((resolve) => watcher.once('exit', resolve))
  }
}

const WATCHER = `
cat > /dev/null
pid=$(head -n 1 "$1/data/postmaster.pid" 2> /dev/null)
if [ -n "$pid" ]; then
  kill -CONT "$pid" 2> /dev/null
  kill -QUIT "$pid" 2> /dev/null
  for _ in $(seq 100); do kill -0 "$pid" 2> /dev/null || break; sleep 0.1; done
  kill -KILL "$pid" 2> /dev/null
fi
rm -rf "$1"
`

async function untilReady(url: string, log: string): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      // The server is up, but does not accept this user.
      if (error instanceof DatabaseError && error.code?.startsWith('28') === true) return
      await delay(20) // time: not up yet; what keeps it from coming up is in its log.
    }
  }
  throw new Error(`PostgreSQL did not start:\n${readFileSync(log, 'utf8')}`)
}

function postmasterPid(data: string): number {
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Signals the postmaster before its children are listed, because a running postmaster may start more. */
function signalAll(data: string, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const postmaster = postmasterPid(data)
  tell(postmaster, signal)
  // A signal is delivered soon, but not at once.
  if (signal === 'SIGSTOP') while (!['T', undefined].includes(readStatus(postmaster, 'State')));
  for (const pid of childrenOf(postmaster)) tell(pid, signal)
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && Number(readStatus(pid, 'PPid')) === parent)
}

/** Returns a field of Linux’s status of a process; `undefined` if it has ended. */
function readStatus(pid: number, field: string): string | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return new RegExp(`^${field}:\\s*(\\w+)`, 'm').exec(status)?.[1]
  } catch {
    return undefined
  }
}
