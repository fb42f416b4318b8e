import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../base/log/log.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { defaultEngine, type ServerEngine } from './engine/server-engine.ts'
import type { ServerExchange } from './engine/server-exchange.ts'
import { SocketEngine } from './engine/socket-engine.ts'
import { createHeaderBlocks, type SecurityHeaders } from './header-blocks.ts'
import { endWith, isUnanswerable, toRawAnswer, toStatus } from './raw-answer.ts'
import { http, listIdle, NodeResponse, opensOnSockets } from './node-http.ts'
import { ReplyWriter } from './reply-writer.ts'
import { Responder, type Dispatch } from './responder.ts'
import { tellRefusal } from './request-log.ts'
import type { Refusal } from './request-target.ts'
import { defaultServerLimits, type ServerLimits } from './server-limits.ts'

export interface ServerOptions {
  /** Answers a request, including its own errors. If it throws, the server answers 500. */
  readonly dispatch: Dispatch
  readonly log: Log
  readonly limits?: Partial<ServerLimits>
  readonly securityHeaders?: SecurityHeaders
  /** What reads requests. Default: `sockets`. */
  readonly engine?: ServerEngine
}

/** Where a server listens. */
export interface ListenOptions {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  /** Whether several processes share the port; the kernel distributes the connections. */
  readonly reusePort?: boolean
  /** The variable that an error about the port names. Default: `SERVER_PORT`. */
  readonly portVariable?: string
}

export interface StopOptions {
  /** How long new connections are still accepted, so load balancers can notice. Default: 0. */
  readonly drainMs?: number
  /** How long idle connections stay open for requests already on their way, or longer while the process is blocked. Default: 500. */
  readonly graceMs?: number
  /** When the remaining connections are cut off. Default: 20,000. */
  readonly limitMs?: number
  /** How long before that the signals of the remaining requests are aborted. Default: 2,000. */
  readonly noticeMs?: number
  /**
   * Called once the port is closed. Until its promise resolves, for at most two seconds, no connection
   * is ended. Default: it resolves immediately.
   */
  readonly portClosed?: () => Promise<void>
}

/** How long a client may take to reconnect after a response that closed its connection. */
const returnMs = 100
/**
 * Three intervals of this length must pass without a new connection, because a supervisor may take
 * as long to hand one over.
 */
const quietMs = 10
/** How long stopping waits for such a pause, for a quiet turn, and for those who close the same port. */
const inflowLimitMs = 2000
/**
 * The length of one step of the grace period. Steps take longer when the process is blocked or the machine overloaded, and
 * so does a proxy to send the requests that are on their way, and to notice that a connection was closed.
 */
const graceStepMs = 10
/** A turn of the event loop with nothing to do takes about 20 µs. */
const quietTurnMs = 0.5
/** How long after the idle connections those are closed that have become idle meanwhile. */
const sweepMs = 100

/** Creates an HTTP/1.1 server; it does not listen yet. */
export function createServer(options: ServerOptions): Server {
  return new Server(options)
}

/** A listening socket and its connections. */
export class Server {
  readonly #http: HttpServer<typeof IncomingMessage, typeof NodeResponse>
  readonly #responder: Responder
  /** Reads ordinary requests; without it, `node:http` reads all of them. */
  readonly #engine: SocketEngine | undefined
  readonly #limits: ServerLimits
  readonly #sockets = new Set<Socket>()
  /** Number of connections accepted so far. */
  #accepted = 0
  #stopped: Promise<void> | undefined

  constructor(options: ServerOptions) {
    const { dispatch, log, limits, securityHeaders = {}, engine = defaultEngine } = options
    this.#limits = { ...defaultServerLimits, ...limits }
    const blocks = createHeaderBlocks(securityHeaders)
    const writer = new ReplyWriter(blocks, this.#limits)
    this.#responder = new Responder({ dispatch, log, writer, limits: this.#limits })
    this.#http = http.createServer(toHttpOptions(this.#limits))
    this.#http.maxHeadersCount = 0
    this.#takeRequests()
    this.#engine = engine === 'sockets' && opensOnSockets ? this.#createEngine() : undefined
    this.#takeConnections((status) => toRawAnswer(status, blocks.http.of(undefined)))
  }

  /** The underlying server, for development tools that share its port. */
  get node(): HttpServer {
    return this.#http
  }

  /** Whether the server is stopping; the health check then answers 503. */
  get isStopping(): boolean {
    return this.#stopped !== undefined
  }

  /** How much there is to do: open connections, and requests that are not answered completely. */
  get load(): { readonly connections: number; readonly inFlight: number } {
    return { connections: this.#sockets.size, inFlight: this.#responder.inFlight }
  }

  /** Starts accepting connections. Throws `E_SERVER_LISTEN` if the address is not available. */
  async listen(options: ListenOptions): Promise<AddressInfo> {
    const { host, port, reusePort = false } = options
    await new Promise<void>((resolve, reject) => {
      const onError = (error: Error): void => reject(toListenError(error, options))
      this.#http.once('error', onError)
      this.#http.listen({ host, port, reusePort, backlog: this.#limits.backlog }, () => {
        this.#http.off('error', onError)
        resolve()
      })
    })
    this.#responder.start()
    const address = this.#http.address()
    if (address === null || typeof address === 'string') throw new TypeError('Not a TCP address')
    return address
  }

  /**
   * Stops without losing a request.
   *
   * Event streams end at once. After `drainMs`, once no client is connecting, the server stops
   * accepting connections. It answers the requests that arrive on open connections and closes each
   * with its response; idle ones close after another `graceMs`, and all of them `limitMs` after the
   * call. `noticeMs` before that, the signals of the remaining requests are aborted.
   */
  stop(options: StopOptions = {}): Promise<void> {
    return (this.#stopped ??= this.#stop(options))
  }

  async #stop(options: StopOptions): Promise<void> {
    const { drainMs = 0, graceMs = 500, limitMs = 20_000, noticeMs = 2000, portClosed } = options
    const limit = setTimeout(() => this.#closeAll(), limitMs)
    const notice = setTimeout(() => this.#responder.abortPending(), Math.max(limitMs - noticeMs, 0))
    this.#responder.endEventStreams()
    if (drainMs > 0) await this.#drain(drainMs)
    await this.#untilNobodyConnects()

    const closed = new Promise<void>((resolve) => {
      // http.Server.close() would close idle connections now and lose requests on their way.
      NetServer.prototype.close.call(this.#http, () => resolve())
    })
    // Clients disconnected too early would reconnect to workers that have not closed the port yet.
    const keptMs = Math.min(returnMs, graceMs)
    const waited = delay(inflowLimitMs, undefined, { ref: false })
    await Promise.race([closed, portClosed?.(), waited])
    await Promise.race([closed, delay(keptMs)])
    this.#responder.endsConnections = true
    const end = closed.then(() => true)
    let isClosed = false
    for (let ms = keptMs; ms < graceMs && !isClosed; ms += graceStepMs) {
      isClosed = await Promise.race([end, delay(graceStepMs, false)])
    }
    this.#responder.cutEventStreams()
    while (!isClosed) isClosed = await Promise.race([end, this.#sweep()])
    clearTimeout(limit)
    clearTimeout(notice)
    this.#responder.close()
    this.#engine?.close()
  }

  /**
   * Closes each connection after its response so that clients move to other servers. Clients that
   * still reconnect near the end are kept, because otherwise they would connect at the very moment
   * the port closes.
   */
  async #drain(drainMs: number): Promise<void> {
    this.#responder.endsConnections = true
    await delay(drainMs)
    this.#responder.endsConnections = false
    await delay(returnMs)
  }

  /**
   * Waits for a pause between connections. Closing the port resets connections that the kernel or a
   * supervisor has already accepted, so a turn of the event loop that had nothing to do ends the pause.
   * With a steady stream of single-use connections, a few turns without a new one have to be enough,
   * and eventually the port is closed anyway.
   */
  async #untilNobodyConnects(): Promise<void> {
    const startedAt = performance.now()
    const isWithin = (ms: number): boolean => performance.now() - startedAt < ms
    for (let quiet = 0; quiet < 3 && isWithin(inflowLimitMs);) {
      const accepted = this.#accepted
      if (isWithin(inflowLimitMs / 4)) await delay(quietMs)
      await untilQuietTurn(startedAt + inflowLimitMs)
      quiet = this.#accepted === accepted ? quiet + 1 : 0
    }
  }

  /** Closes the connections that are idle, and waits for a moment in which others may become so. */
  async #sweep(): Promise<false> {
    await this.#closeIdle()
    return delay(sweepMs, false, { ref: false })
  }

  /**
   * Closes the connections that are idle, each after a turn of the event loop that had nothing to do: closing a
   * connection resets the request that has arrived on it and is not read yet. Such turns are awaited for a while only,
   * because requests may keep the process busy.
   */
  async #closeIdle(): Promise<void> {
    const endAt = performance.now() + inflowLimitMs
    const arrivedIsRead = (): Promise<void> => untilQuietTurn(endAt)
    await arrivedIsRead()
    await this.#closeIdleOfNode(arrivedIsRead)
    await this.#engine?.closeIdle(arrivedIsRead)
    for (const socket of this.#sockets) {
      // node:http does not count a connection as idle before it has sent something.
      if (socket.bytesRead > 0) continue
      await arrivedIsRead()
      if (socket.bytesRead === 0) socket.destroy()
    }
  }

  /** Closes the connections that wait for a request which `node:http` would read. */
  async #closeIdleOfNode(arrivedIsRead: () => Promise<void>): Promise<void> {
    const idle = listIdle(this.#http)
    if (idle === undefined) return this.#http.closeIdleConnections()
    for (const socket of idle) {
      const { bytesRead } = socket
      await arrivedIsRead()
      if (socket.bytesRead === bytesRead && this.#isAnswered(socket)) socket.destroy()
    }
  }

  /** Whether all responses on a connection are sent. For `node:http`, it is idle once its request has arrived. */
  #isAnswered(socket: Socket): boolean {
    return socket.writableLength === 0 && !this.#responder.hasPending(socket)
  }

  #closeAll(): void {
    this.#http.closeAllConnections()
    this.#engine?.closeAll()
  }

  #createEngine(): SocketEngine {
    const take = (exchange: ServerExchange): void => this.#responder.take(exchange)
    return new SocketEngine({ server: this.#http, limits: this.#limits, take })
  }

  /**
   * Refuses what is not a request, after the responses to earlier requests on the connection. Some
   * of them need a tick, others a handler.
   */
  #refuseNext(socket: Duplex, refusal: RawRefusal, toAnswer: (status: number) => string): void {
    setImmediate(() => {
      const earlier = this.#responder.findPending(socket)
      if (earlier !== undefined) {
        return earlier.onClose(() => this.#refuseNext(socket, refusal, toAnswer))
      }
      if (!socket.writable || this.#responder.isWritingTo(socket)) return void socket.destroy()
      tellRefusal(socket, refusal)
      endWith(socket, toAnswer(refusal.status))
    })
  }

  #takeRequests(): void {
    const responder = this.#responder
    this.#http.on('request', (request, response) => responder.receive(request, response))
    this.#http.on('checkContinue', (request, response) =>
      responder.receive(request, response, { awaitsContinue: true }),
    )
    this.#http.on('checkExpectation', (request, response) =>
      responder.refuse(request, response, { status: 417, message: 'Expectation Failed' }),
    )
  }

  #takeConnections(toAnswer: (status: number) => string): void {
    this.#http.on('connection', (socket) => {
      this.#accepted += 1
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    this.#http.on('connect', (_request, socket) => {
      // `node:http` has taken its listeners away, and an error without one would end the process.
      socket.on('error', () => socket.destroy())
      this.#refuseNext(socket, { status: 405 }, toAnswer)
    })
    const refused = new WeakSet<Duplex>()
    this.#http.on('clientError', (error, socket) => {
      if (isUnanswerable(error, socket)) return void socket.destroy()
      // What follows in the same stream is as meaningless.
      if (refused.has(socket)) return undefined
      refused.add(socket)
      socket.pause()
      const status = toStatus(error)
      return this.#refuseNext(socket, { status, event: toEvent(status) }, toAnswer)
    })
  }
}

/**
 * Waits for a turn of the event loop that has nothing to do, at most until `endAt`, in the time of `performance`. All that
 * had arrived before it has been read: while a handler works, as one that asks SQLite does, or while the process waits for
 * a processor, requests and connections arrive unnoticed.
 */
async function untilQuietTurn(endAt: number): Promise<void> {
  for (let startedAt = -Infinity; startedAt < endAt;) {
    startedAt = performance.now()
    await nextTurn()
    if (performance.now() - startedAt < quietTurnMs) return
  }
}

/** The refusal of what `node:http` could not read as a request. */
type RawRefusal = Pick<Refusal, 'status' | 'event'>

/** Names the security event of an unparseable request; a request that was too slow has none. */
function toEvent(status: number): string | undefined {
  if (status === 408) return undefined
  return status === 400 ? 'request.malformed' : 'request.too_large'
}

function toHttpOptions(limits: ServerLimits) {
  return {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: 2000,
    insecureHTTPParser: false,
    // Skips the body stream for requests without a body: 6 % of a small request.
    optimizeEmptyRequests: true,
    // The responder checks the host itself, because Node's own response lacks body and headers.
    requireHostHeader: false,
    ServerResponse: NodeResponse,
  }
}

function toListenError(error: Error, options: ListenOptions): SetupError {
  const { host, port, portVariable = 'SERVER_PORT' } = options
  const code = 'code' in error ? String(error.code) : error.message
  const remedy = remedies.get(code) ?? 'Check SERVER_HOST and SERVER_PORT.'
  const message = `Cannot listen on ${host}:${port} (${code}). ${remedy.replace('SERVER_PORT', portVariable)}`
  return new SetupError('E_SERVER_LISTEN', message, { cause: error })
}

const wrongHost = 'Set SERVER_HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0.'

const remedies: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'Another process is using this port: stop it, or set SERVER_PORT to a free one.'],
  ['EACCES', 'Ports below 1024 require elevated privileges: set SERVER_PORT to a higher one.'],
  ['EADDRNOTAVAIL', wrongHost],
  ['ENOTFOUND', wrongHost],
  ['EAI_AGAIN', wrongHost],
])
