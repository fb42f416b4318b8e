import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { StopOptions } from '../../src/web/server/server.ts'
import { toBundled } from '../support/bundled-program.ts'
import { until } from '../support/until.ts'
import { findPort } from '../support/find-port.ts'

const program = fileURLToPath(new URL('./server-program.ts', import.meta.url))

/** A server in a separate process, and its log lines. */
export interface ServerProcess extends AsyncDisposable {
  readonly child: ChildProcess
  readonly port: number
  readonly lines: readonly Record<string, unknown>[]
  /** Waits for a line with this message, from now on. */
  logged(message: RegExp): Promise<Record<string, unknown>>
  /** Waits until so many requests have come that take a while. */
  begun(count?: number): Promise<unknown>
  /** Sends a signal to the process and its workers, as a terminal and systemd do. */
  signalGroup(signal: NodeJS.Signals): void
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>
}

export async function startServerProcess(
  workers = 1,
  stop: StopOptions = {},
  environment: NodeJS.ProcessEnv = {},
): Promise<ServerProcess> {
  const port = await findPort()
  const child = spawn(
    process.execPath,
    [
      '--conditions=source',
      toBundled(program),
      String(port),
      String(workers),
      JSON.stringify(stop),
    ],
    {
      stdio: ['ignore', 'pipe', environment['NODE_OPTIONS'] === undefined ? 'inherit' : 'ignore'],
      env: { ...process.env, ...environment },
      detached: true,
    },
  )
  const lines: Record<string, unknown>[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(JSON.parse(line)))
  const ended = once(child, 'exit').then(([code]) => code)

  // A permanent listener: lines that arrive together are emitted in one turn, and `once` would only
  // get the first.
  const logged = (message: RegExp) =>
    new Promise<Record<string, unknown>>((resolve) => {
      const read = (line: string): void => {
        const entry = JSON.parse(line)
        if (!message.test(entry.msg)) return
        reader.off('line', read)
        resolve(entry)
      }
      reader.on('line', read)
    })
  const signalGroup = (signal: NodeJS.Signals): void => {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  }
  await logged(workers > 1 ? /workers serve/ : /listening/)
  return {
    child,
    port,
    lines,
    logged,
    begun: (count = 1) => until(() => lines.filter(({ msg }) => msg === 'begun').length >= count),
    signalGroup,
    ended,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) signalGroup('SIGKILL')
      await ended
    },
  }
}

/** The results of a client's requests. */
export interface Tally {
  answered: number
  /** Sent on an open connection and never answered. */
  lost: number
  /** Refused connections: the request was not accepted, so another replica may take it. */
  refused: number
}

/** Sends one request on a new connection. */
export function callOnce(port: number, path = '/'): Promise<keyof Tally> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('connect', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
    )
    socket.on('data', (chunk) => (received += chunk))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve('refused')
    })
    socket.on('close', () =>
      resolve(/^HTTP\/1.1 200 [^]*\r\n\r\n./.test(received) ? 'answered' : 'lost'),
    )
  })
}

/**
 * A busy keep-alive client: sends requests one after another until the server closes its connection
 * between two of them, which it must announce.
 */
export function keepCalling(port: number, tally: Tally): Promise<'closed' | 'refused'> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    let isWaiting = false
    let isAnnounced = false
    let isRefused = false

    const send = (): void => {
      isWaiting = true
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    }
    socket.on('connect', send)
    socket.on('data', (chunk) => {
      received += chunk
      if (!/\r\n\r\n\{[^}]*\}$/.test(received)) return
      isWaiting = false
      tally.answered += 1
      isAnnounced ||= /connection: close/i.test(received)
      received = ''
      if (!isAnnounced) send()
    })
    socket.on('error', ({ code }: NodeJS.ErrnoException) => (isRefused = code === 'ECONNREFUSED'))
    socket.on('close', () => {
      if (isWaiting) tally.lost += 1
      resolve(isRefused ? 'refused' : 'closed')
    })
  })
}

/** The same client, but it reconnects whenever its connection was closed, until nothing listens. */
export async function keepReconnecting(port: number, tally: Tally): Promise<void> {
  while ((await keepCalling(port, tally)) === 'closed');
}

/**
 * A keep-alive client that pauses between two requests, for up to 1.2 seconds, so that its connection is idle at times.
 * The server may close it then. A reset says that it did although a request had arrived: after the end of the
 * connection the client's kernel reports that end first.
 */
export function callAtTimes(port: number, tally: Tally): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = connect(port, '127.0.0.1')
  let received = ''
  let pause: NodeJS.Timeout | undefined
  const send = (): boolean => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  socket.on('connect', send)
  socket.on('data', (chunk) => {
    received += chunk
    if (!/\r\n\r\n\{[^}]*\}$/.test(received)) return
    tally.answered += 1
    const isLast = /connection: close/i.test(received)
    received = ''
    if (!isLast) pause = setTimeout(send, Math.random() * 1200)
  })
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'ECONNRESET') tally.lost += 1
  })
  socket.on('close', () => {
    clearTimeout(pause)
    resolve()
  })
  return promise
}
