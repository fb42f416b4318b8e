import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log/log.ts'
import { SetupError } from '../support/setup-error.ts'
import { createHeaderBlocks, type SecurityHeaders } from './header-blocks.ts'
import { endWith, isUnanswerable, toRawAnswer, toStatus } from './raw-answer.ts'
import { http, NodeResponse } from './node-http.ts'
import { ReplyWriter } from './reply-writer.ts'
import { Responder, type Dispatch } from './responder.ts'
import { defaultServerLimits, type ServerLimits } from './server-limits.ts'

export interface ServerOptions {
  /** Answers a request. What it throws is answered 500: it answers its own errors. */
  readonly dispatch: Dispatch
  readonly log: Log
  readonly limits?: Partial<ServerLimits>
  readonly securityHeaders?: SecurityHeaders
}

/** Where a server listens. */
export interface ListenOptions {
  readonly host: string
  /** 0 takes a free port. */
  readonly port: number
  /** Whether several processes share the port, among which the kernel spreads connections. */
  readonly reusePort?: boolean
  /** The variable that an error about the port names. Default `SERVER_PORT`. */
  readonly portVariable?: string
}

/** How a server stops. */
export interface StopOptions {
  /** How long connections are still accepted, for proxies that look who is ready. Default 0. */
  readonly drainMs?: number
  /** How long idle connections stay open, for requests that are on the wire. Default 500. */
  readonly graceMs?: number
  /** After how long whatever is left is cut off. Default 20,000. */
  readonly limitMs?: number
}

/** Makes a server that answers HTTP/1.1 on `node:http`; it does not listen yet. */
export function createServer(options: ServerOptions): Server {
  return new Server(options)
}

/** A listening socket and its connections. */
export class Server {
  readonly #http: HttpServer<typeof IncomingMessage, typeof NodeResponse>
  readonly #responder: Responder
  readonly #limits: ServerLimits
  readonly #sockets = new Set<Socket>()
  #stopped: Promise<void> | undefined

  constructor({ dispatch, log, limits, securityHeaders = {} }: ServerOptions) {
    this.#limits = { ...defaultServerLimits, ...limits }
    const blocks = createHeaderBlocks(securityHeaders)
    const writer = new ReplyWriter(blocks, this.#limits)
    this.#responder = new Responder({ dispatch, log, writer, limits: this.#limits })
    this.#http = http.createServer(toHttpOptions(this.#limits))
    this.#http.maxHeadersCount = 0
    this.#takeRequests()
    this.#takeConnections((status) => toRawAnswer(status, blocks.http.of(undefined)))
  }

  /** The underlying server, for what shares its port in development. */
  get node(): HttpServer {
    return this.#http
  }

  /** Whether it is on its way out: health then answers 503. */
  get isStopping(): boolean {
    return this.#stopped !== undefined
  }

  /** Begins to accept connections. Throws `E_SERVER_LISTEN` when the address cannot be had. */
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
    const address = this.#http.address()
    if (address === null || typeof address === 'string') throw new TypeError('Not a TCP address')
    return address
  }

  /**
   * Stops without losing a request: accepts no more connections after `drainMs`, answers what
   * arrives on the open ones and closes each with its answer, idle ones after another `graceMs`, all
   * of them `limitMs` after the call.
   */
  stop(options: StopOptions = {}): Promise<void> {
    return (this.#stopped ??= this.#stop(options))
  }

  async #stop({ drainMs = 0, graceMs = 500, limitMs = 20_000 }: StopOptions): Promise<void> {
    this.#responder.isStopping = true
    const limit = setTimeout(() => this.#http.closeAllConnections(), limitMs)
    if (drainMs > 0) await delay(drainMs)
    // Connections that the kernel has accepted for us would be reset: a whole turn takes them.
    await nextTurn()
    await nextTurn()

    const closed = new Promise<void>((resolve) => {
      // http.Server.close() would end idle connections now, and lose the requests on their way.
      NetServer.prototype.close.call(this.#http, () => resolve())
    })
    await Promise.race([closed, delay(graceMs)])
    this.#closeIdle()
    const sweep = setInterval(() => this.#closeIdle(), 100)
    await closed
    clearTimeout(limit)
    clearInterval(sweep)
    this.#responder.close()
  }

  /** After what has arrived was read: a timer comes before that, and would take it for nothing. */
  #closeIdle(): void {
    setImmediate(() => {
      this.#http.closeIdleConnections()
      for (const socket of this.#sockets) {
        // node:http does not count a connection among the idle that has not sent anything yet.
        if (socket.bytesRead === 0) socket.destroy()
      }
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
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    this.#http.on('connect', (_request, socket) => endWith(socket, toAnswer(405)))
    this.#http.on('clientError', (error, socket) => {
      if (isUnanswerable(error, socket) || this.#responder.isWritingTo(socket)) socket.destroy()
      else endWith(socket, toAnswer(toStatus(error)))
    })
  }
}

function toHttpOptions(limits: ServerLimits) {
  return {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: 2000,
    insecureHTTPParser: false,
    // No body stream is set up where no body was announced: 6 % of a small request.
    optimizeEmptyRequests: true,
    // The responder checks the host itself: node's own answer has neither body nor headers.
    requireHostHeader: false,
    ServerResponse: NodeResponse,
  }
}

function toListenError(error: Error, options: ListenOptions): SetupError {
  const { host, port, portVariable = 'SERVER_PORT' } = options
  const code = 'code' in error ? String(error.code) : error.message
  const remedy = remedies.get(code) ?? 'Set SERVER_HOST and SERVER_PORT to what can be had.'
  const message = `Cannot listen on ${host}:${port} (${code}). ${remedy.replace('SERVER_PORT', portVariable)}`
  return new SetupError('E_SERVER_LISTEN', message, { cause: error })
}

const wrongHost = 'Set SERVER_HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0.'

const remedies: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'Another process has this port: stop it, or set SERVER_PORT to a free one.'],
  ['EACCES', 'Ports below 1024 need a privilege: set SERVER_PORT to a higher one.'],
  ['EADDRNOTAVAIL', wrongHost],
  ['ENOTFOUND', wrongHost],
  ['EAI_AGAIN', wrongHost],
])
