import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { until } from './until.ts'
import { findPort } from './find-port.ts'

/** A Redis server for the tests, on a separate port, without persistence. */
export interface RedisServer extends AsyncDisposable {
  readonly url: string
  readonly port: number
  stop(): Promise<void>
  start(): Promise<void>
  /** Freezes the server: connections stay open, nothing answers. */
  freeze(): void
  thaw(): void
}

/** Why tests that need Redis are skipped; `false` if it is installed. */
export const skipWithoutRedis: string | false =
  findBinary() === undefined && 'there is no redis-server: apt-get install redis-server'

let shared: Promise<RedisServer> | undefined

/** The server that the tests of this process share; each uses a separate prefix. */
export function sharedRedis(): Promise<RedisServer> {
  shared ??= startRedis()
  return shared
}

/** Starts a server with more settings, such as `--requirepass`; it ends with this process. */
export async function startRedis(settings: readonly string[] = []): Promise<RedisServer> {
  const binary = findBinary()
  if (binary === undefined) throw new Error(String(skipWithoutRedis))
  const port = await findPort()
  const run = (): Promise<RunningServer> =>
    runServer(binary, [...toSettings(port), ...settings], port)
  let running: RunningServer | undefined = await run()

  const stop = async (): Promise<void> => {
    await running?.stop()
    running = undefined
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    stop,
    async start() {
      running ??= await run()
    },
    freeze: () => running?.signal('SIGSTOP'),
    thaw: () => running?.signal('SIGCONT'),
    [Symbol.asyncDispose]: stop,
  }
}

// oxfmt-ignore
function toSettings(port: number): readonly string[] {
  return ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--daemonize', 'no']
}

interface RunningServer {
  signal(name: NodeJS.Signals): void
  stop(): Promise<void>
}

/** Ends the server when the shell's input is closed: that happens when this process ends, for any reason. */
const WATCHER = `
"$@" > /dev/null 2>&1 < /dev/null &
echo $!
cat > /dev/null
kill -CONT $!; kill -KILL $!
`

async function runServer(
  binary: string,
  settings: readonly string[],
  port: number,
): Promise<RunningServer> {
  const watcher = spawn('/bin/sh', ['-c', WATCHER, 'watcher', binary, ...settings], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  })
  const pid = await new Promise<number>((resolve) => {
    watcher.stdout.once('data', (line) => resolve(Number(line)))
  })
  watcher.unref()
  for (const stream of [watcher.stdin, watcher.stdout]) {
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref()
  }
  await untilListening(port)
  return {
    signal: (name) => process.kill(pid, name),
    async stop() {
      watcher.ref()
      watcher.stdin.end()
      await new Promise((resolve) => watcher.once('exit', resolve))
    },
  }
}

function findBinary(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  return folders
    .flatMap((folder) => [join(folder, 'redis-server'), join(folder, 'valkey-server')])
    .find((path) => existsSync(path))
}

async function untilListening(port: number): Promise<void> {
  await until(() => canConnect(port))
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
    socket.once('connect', () => socket.destroy())
  })
}
