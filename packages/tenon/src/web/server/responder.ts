import type { IncomingMessage } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Duplex } from 'node:stream'
import type { Exchange } from '../http/exchange.ts'
import { noContent, text } from '../http/replies.ts'
import type { Reply, FinishedReply } from '../http/reply.ts'
import type { Answered } from '../http/request.ts'
import { answers } from '../../base/log/channels.ts'
import type { Log } from '../../base/log/log.ts'
import { isPromise, type MaybePromise } from '../../base/support/maybe-promise.ts'
import type { ServerExchange } from './engine/server-exchange.ts'
import { LoopMonitor } from './loop-monitor.ts'
import { ArrivingBodies, NodeExchange } from './node-exchange.ts'
import type { NodeResponse } from './node-http.ts'
import { PendingExchanges } from './pending-exchanges.ts'
import type { Delivery, ReplyWriter } from './reply-writer.ts'
import { createRequestLog, tellRefusal } from './request-log.ts'
import { TargetReader, type Refusal } from './request-target.ts'
import type { ServerLimits } from './server-limits.ts'
import type { StreamedResponse } from './write-stream.ts'

/** Answers requests, synchronously if nothing has to be awaited. */
export type Dispatch = (exchange: Exchange) => MaybePromise<Answered>

interface ResponderOptions {
  readonly dispatch: Dispatch
  readonly log: Log
  readonly writer: ReplyWriter
  readonly limits: ServerLimits
}

/**
 * Passes each request to the dispatch and writes its reply, exactly once and within the time limit.
 */
export class Responder {
  /** Whether every response closes its connection from now on. */
  endsConnections = false
  readonly #dispatch: Dispatch
  readonly #log: Log
  readonly #logRequest: ReturnType<typeof createRequestLog>
  readonly #writer: ReplyWriter
  readonly #limits: ServerLimits
  readonly #targets: TargetReader
  readonly #pending: PendingExchanges
  readonly #arriving: ArrivingBodies
  readonly #monitor: LoopMonitor
  /** The open event streams, and how to end them. */
  readonly #eventStreams = new Map<ServerExchange, StreamedResponse>()
  #endsEventStreams = false

  constructor({ dispatch, log, writer, limits }: ResponderOptions) {
    this.#dispatch = dispatch
    this.#log = log
    this.#logRequest = createRequestLog(log)
    this.#writer = writer
    this.#limits = limits
    this.#targets = new TargetReader(limits)
    this.#pending = new PendingExchanges(limits.handlerTimeoutMs, (late) => this.#giveUp(late))
    this.#arriving = new ArrivingBodies(limits)
    this.#monitor = new LoopMonitor(log)
  }

  receive(
    request: IncomingMessage,
    response: NodeResponse,
    options?: { readonly awaitsContinue: boolean },
  ): void {
    const target = this.#targets.read(request)
    if (typeof target !== 'string') return this.refuse(request, response, target)
    const exchange = new NodeExchange(request, response, target)
    if (isFramingDoubtful(request)) response.shouldKeepAlive = false
    if (options !== undefined) exchange.awaitsContinue = options.awaitsContinue
    if (target === '*') void this.#write(exchange, noContent())
    else exchange.awaitFields(this.#arriving, () => this.take(exchange))
  }

  /** Answers a request whose target and host are valid. */
  take(exchange: ServerExchange): void {
    let outgoing: MaybePromise<Answered>
    try {
      outgoing = this.#dispatch(exchange)
    } catch (error) {
      return this.#fail(exchange, error)
    }
    if (isPromise(outgoing)) this.#wait(exchange, outgoing)
    else this.#finish(exchange, outgoing)
  }

  /** Answers a request that does not reach the dispatch with plain text. */
  refuse(request: IncomingMessage, response: NodeResponse, refusal: Refusal): void {
    tellRefusal(request.socket, refusal, request)
    const exchange = new NodeExchange(request, response, '')
    this.#refuse(exchange, toPlainReply(refusal), { isSecure: false, isLast: true })
  }

  /** Finds an exchange on a connection whose request has arrived and whose response has not ended. */
  findPending(socket: Duplex): ServerExchange | undefined {
    return this.#pending.find(socket)
  }

  /** Whether a request on a connection waits for its handler, or for its response to be sent. */
  hasPending(socket: Duplex): boolean {
    return this.#pending.has(socket)
  }

  /** Whether a response has started on a connection, so no other can be sent. */
  isWritingTo(socket: Duplex): boolean {
    return this.#pending.isWritingTo(socket)
  }

  /** Starts watching the event loop; call it when requests may arrive. */
  start(): void {
    this.#monitor.start()
  }

  /** How many requests wait for their fields, for their handler, or for their response to be sent. */
  get inFlight(): number {
    return this.#arriving.count + this.#pending.count
  }

  /**
   * Ends all event streams, including those that start later. They never end by themselves, and their clients
   * reconnect to another server or to the next version of this one.
   */
  endEventStreams(): void {
    this.#endsEventStreams = true
    for (const [exchange, streamed] of this.#eventStreams) endEarly(exchange, streamed)
  }

  /** Disconnects the clients that did not accept the end of their event stream. */
  cutEventStreams(): void {
    for (const exchange of this.#eventStreams.keys()) exchange.destroy()
  }

  /** Tells the handlers and streams that are still running that their time is up. */
  abortPending(): void {
    this.#pending.abortAll(stopping())
  }

  /** Stops the timers. */
  close(): void {
    this.#pending.close()
    this.#monitor.close()
  }

  #wait(exchange: ServerExchange, outgoing: Promise<Answered>): void {
    this.#pending.add(exchange)
    outgoing.then(
      (outgoing) => this.#finish(exchange, outgoing),
      (error: unknown) => this.#fail(exchange, error),
    )
  }

  #finish(exchange: ServerExchange, { request, reply }: Answered): void {
    this.#pending.delete(exchange)
    exchange.setHandled()
    if (exchange.isAnswered) return discard(reply)

    const written = this.#write(exchange, reply, {
      isSecure: exchange.isForwarded && request.protocol === 'https',
      isLast: this.endsConnections,
    })
    const now = performance.now()
    if (this.#monitor.isLate(now)) this.#monitor.suspect(request)
    const ms = now - exchange.startedAt
    this.#logRequest({ request, reply: written, ms, logFields: exchange.logFields })
    tell(exchange, written, request.route?.path)
  }

  #fail(exchange: ServerExchange, error: unknown): void {
    this.#pending.delete(exchange)
    exchange.setHandled()
    this.#log.error('The dispatch failed', { ...exchange.toLogFields(), error })
    if (!exchange.isAnswered) this.#refuse(exchange, toPlainReply(serverError))
  }

  #giveUp(exchange: ServerExchange): void {
    const message = `The handler did not answer within ${this.#limits.handlerTimeoutMs} ms`
    this.#log.error(message, exchange.toLogFields())
    exchange.abort(new DOMException(message, 'TimeoutError'))
    this.#refuse(exchange, toPlainReply(unavailable).header('retry-after', '5'))
  }

  /** Writes a response that does not come from a route. */
  #refuse(exchange: ServerExchange, reply: FinishedReply, delivery = this.#plainly()): void {
    tell(exchange, this.#write(exchange, reply, delivery), undefined)
  }

  /** Returns the reply that was actually sent: a plain 500 if `reply` cannot be sent. */
  #write(
    exchange: ServerExchange,
    reply: FinishedReply,
    delivery = this.#plainly(),
  ): FinishedReply {
    exchange.isAnswered = true
    try {
      const streamed = this.#writer.write(exchange, reply, delivery)
      if (streamed !== undefined) this.#follow(exchange, reply, streamed)
      return reply
    } catch (error) {
      discard(reply)
      this.#log.error('The reply could not be sent', { ...exchange.toLogFields(), error })
      if (exchange.isAnswerable) return this.#write(exchange, toPlainReply(serverError))
      exchange.destroy()
      return reply
    }
  }

  #plainly(): Delivery {
    return { isSecure: false, isLast: this.endsConnections }
  }

  #follow(exchange: ServerExchange, reply: FinishedReply, streamed: StreamedResponse): void {
    this.#pending.add(exchange)
    if (isEventStream(reply)) {
      this.#eventStreams.set(exchange, streamed)
      if (this.#endsEventStreams) endEarly(exchange, streamed)
    }
    streamed.ended
      .catch((error: unknown) =>
        this.#log.error('The response stream failed', { ...exchange.toLogFields(), error }),
      )
      .finally(() => {
        this.#pending.delete(exchange)
        this.#eventStreams.delete(exchange)
      })
  }
}

function isEventStream({ contentType }: FinishedReply): boolean {
  return contentType?.startsWith('text/event-stream') === true
}

function endEarly(exchange: ServerExchange, streamed: StreamedResponse): void {
  exchange.abort(stopping())
  streamed.finish(stopping())
}

const stopping = (): DOMException => new DOMException('The server is stopping', 'AbortError')

/** RFC 9112, 6.1: HTTP/1.0 has no chunked encoding, so a proxy may see a different request end. */
function isFramingDoubtful({ httpVersionMinor, headers }: IncomingMessage): boolean {
  return httpVersionMinor === 0 && headers['transfer-encoding'] !== undefined
}

function tell(
  exchange: ServerExchange,
  { statusCode }: FinishedReply,
  route: string | undefined,
): void {
  if (!answers.channel.hasSubscribers) return
  const durationMs = performance.now() - exchange.startedAt
  answers.tell({ method: exchange.method, route, status: statusCode, durationMs })
}

/** Releases the source of a response that will not be sent, such as an open file. */
function discard({ body }: FinishedReply): void {
  if (!(body instanceof ReadableStream)) return
  body.cancel().catch(() => {}) // it has already failed or is locked by a reader
}

const serverError: Refusal = { status: 500, message: 'Internal Server Error' }
const unavailable: Refusal = { status: 503, message: 'Service Unavailable' }

function toPlainReply({ status, message }: Refusal): Reply<string> {
  return text(`${status} ${message}`).status(status)
}
