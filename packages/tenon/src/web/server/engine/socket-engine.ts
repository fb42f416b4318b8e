import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import { EventEmitter } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { atEndOfTurn } from '../../../base/support/loop/end-of-turn.ts'
import type { ServerLimits } from '../server-limits.ts'
import { RequestReader } from './request-reader.ts'
import { SocketConnection, type ConnectionHost } from './socket-connection.ts'
import type { SocketExchange } from './socket-exchange.ts'

interface EngineOptions {
  /** The server that accepts the connections, and answers what this engine does not read. */
  readonly server: HttpServer
  readonly limits: ServerLimits
  readonly take: (exchange: SocketExchange) => void
}

/**
 * Reads ordinary requests from sockets itself, for about half the CPU time of `node:http`, and hands
 * every other connection over to it.
 *
 * One clock serves all connections: a timer of its own would cost each more than a request.
 */
export class SocketEngine implements ConnectionHost {
  readonly reader: RequestReader
  readonly keepAliveTimeoutMs: number
  readonly writeTimeoutMs: number
  readonly take: (exchange: SocketExchange) => void
  readonly outside: (body: () => void) => void = AsyncLocalStorage.snapshot()
  now = performance.now()
  readonly #server: HttpServer
  readonly #limits: ServerLimits
  /** What `node:http` does with a new connection. */
  readonly #acceptByNode: (socket: Socket) => void
  readonly #connections = new Set<SocketConnection>()
  readonly #partial = new Set<SocketConnection>()
  readonly #clock: NodeJS.Timeout
  #patience: NodeJS.Timeout | undefined

  constructor({ server, limits, take }: EngineOptions) {
    this.reader = new RequestReader(limits)
    this.keepAliveTimeoutMs = limits.keepAliveTimeoutMs
    this.writeTimeoutMs = limits.writeTimeoutMs
    this.take = take
    this.#server = server
    this.#limits = limits
    const accept = server.listeners('connection')
    this.#acceptByNode = (socket) => {
      for (const listener of accept) Reflect.apply(listener, server, [socket])
    }
    server.removeAllListeners('connection')
    server.on('connection', (socket) => this.#accept(socket))
    this.#clock = setInterval(() => this.#tick(), tickMs).unref()
  }

  /**
   * Whether something watches the requests of `node:http`, such as an agent of a monitoring service:
   * a subscriber, or a replaced `emit`. It would miss requests that `node:http` does not see.
   */
  get isWatched(): boolean {
    return (
      started.hasSubscribers ||
      created.hasSubscribers ||
      finished.hasSubscribers ||
      this.#server.emit !== EventEmitter.prototype.emit
    )
  }

  /** Closes the connections on which no request is pending, each once `arrivedIsRead` has resolved. */
  async closeIdle(arrivedIsRead: () => Promise<void>): Promise<void> {
    for (const connection of this.#connections) {
      if (!connection.isIdle) continue
      await arrivedIsRead()
      if (connection.isIdle) connection.socket.destroy()
    }
  }

  closeAll(): void {
    for (const { socket } of this.#connections) socket.destroy()
  }

  /** Stops the timers. */
  close(): void {
    clearInterval(this.#clock)
    clearTimeout(this.#patience)
  }

  awaitRest(connection: SocketConnection): void {
    this.#partial.add(connection)
    this.#patience ??= setTimeout(() => this.#endPatience(), patienceMs).unref()
  }

  handOver(socket: Socket, bytes: Buffer | undefined, hasEnded: boolean): void {
    this.#acceptByNode(socket)
    if (socket.isPaused()) socket.resume()
    // Not `unshift`, which is impossible once the client has closed its side.
    if (bytes !== undefined) socket.emit('data', bytes)
    // Not at once: an error in the bytes is answered at the end of this turn, and nothing after the end.
    if (hasEnded) {
      atEndOfTurn(() => {
        if (!socket.destroyed) socket.emit('end')
      })
    }
  }

  forget(connection: SocketConnection): void {
    this.#connections.delete(connection)
    this.#partial.delete(connection)
  }

  #accept(socket: Socket): void {
    if (this.isWatched) this.#acceptByNode(socket)
    else this.#connections.add(new SocketConnection(socket, this))
  }

  /** Slow requests are up to `node:http`, which has the deadlines for them. */
  #endPatience(): void {
    this.#patience = undefined
    const waiting = [...this.#partial]
    this.#partial.clear()
    for (const connection of waiting) {
      if (connection.isPartial) connection.handOver()
    }
  }

  /** Closes connections that have waited too long for a request. */
  #tick(): void {
    this.now = performance.now()
    const { headersTimeoutMs, keepAliveTimeoutMs } = this.#limits
    for (const connection of this.#connections) {
      const limitMs = connection.hasServed ? keepAliveTimeoutMs + keptLongerMs : headersTimeoutMs
      if (connection.isIdle && this.now - connection.idleSince > limitMs)
        connection.socket.destroy()
    }
  }
}

const tickMs = 1000
/** `node:http` keeps a connection this much longer than it announces, too. */
const keptLongerMs = 1000
/** How long the rest of a request is awaited before `node:http` awaits it. */
const patienceMs = 100

const started = channel('http.server.request.start')
const created = channel('http.server.response.created')
const finished = channel('http.server.response.finish')
