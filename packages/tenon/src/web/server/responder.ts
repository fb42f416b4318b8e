import type { IncomingMessage } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Duplex } from 'node:stream'
import type { Exchange } from '../http/exchange.ts'
import { empty, text } from '../http/replies.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import { answers } from '../log/channels.ts'
import type { Log } from '../log/log.ts'
import { isPromise, type MaybePromise } from '../support/maybe-promise.ts'
import { LoopMonitor } from './loop-monitor.ts'
import { NodeExchange } from './node-exchange.ts'
import type { NodeResponse } from './node-http.ts'
import { PendingExchanges } from './pending-exchanges.ts'
import type { Delivery, ReplyWriter } from './reply-writer.ts'
import { logRequest } from './request-log.ts'
import { TargetReader, type Refusal } from './request-target.ts'
import type { ServerLimits } from './server-limits.ts'

/** What answers requests: at once, where nothing has to be awaited. */
export type Dispatch = (exchange: Exchange) => MaybePromise<OutgoingReply>

/** A rendered reply, with the request that it answers. */
export interface OutgoingReply {
  readonly request: HttpRequest
  readonly reply: Reply
}

interface ResponderOptions {
  readonly dispatch: Dispatch
  readonly log: Log
  readonly writer: ReplyWriter
  readonly limits: ServerLimits
}

/** Takes each request to the dispatch and its reply back, exactly once, in time. */
export class Responder {
  /** Whether every answer ends its connection from now on. */
  isStopping = false
  readonly #dispatch: Dispatch
  readonly #log: Log
  readonly #writer: ReplyWriter
  readonly #limits: ServerLimits
  readonly #targets: TargetReader
  readonly #pending: PendingExchanges
  readonly #monitor: LoopMonitor

  constructor({ dispatch, log, writer, limits }: ResponderOptions) {
    this.#dispatch = dispatch
    this.#log = log
    this.#writer = writer
    this.#limits = limits
    this.#targets = new TargetReader(limits)
    this.#pending = new PendingExchanges(limits.handlerTimeoutMs, (late) => this.#giveUp(late))
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
    if (options !== undefined) exchange.awaitsContinue = options.awaitsContinue
    if (target === '*') return this.#write(exchange, empty())

    let outgoing: MaybePromise<OutgoingReply>
    try {
      outgoing = this.#dispatch(exchange)
    } catch (error) {
      return this.#fail(exchange, error)
    }
    if (isPromise(outgoing)) this.#wait(exchange, outgoing)
    else this.#finish(exchange, outgoing)
  }

  /** Answers in plain text what does not even reach the dispatch. */
  refuse(request: IncomingMessage, response: NodeResponse, refusal: Refusal): void {
    const exchange = new NodeExchange(request, response, '')
    this.#refuse(exchange, toPlainReply(refusal), { isSecure: false, isLast: true })
  }

  /** Whether an answer has begun on a connection, so that nothing else can be said on it. */
  isWritingTo(socket: Duplex): boolean {
    return this.#pending.isWritingTo(socket)
  }

  /** Ends the clocks. */
  close(): void {
    this.#pending.close()
    this.#monitor.close()
  }

  #wait(exchange: NodeExchange, outgoing: Promise<OutgoingReply>): void {
    this.#pending.add(exchange)
    outgoing.then(
      (outgoing) => this.#finish(exchange, outgoing),
      (error: unknown) => this.#fail(exchange, error),
    )
  }

  #finish(exchange: NodeExchange, { request, reply }: OutgoingReply): void {
    this.#pending.delete(exchange)
    exchange.setHandled()
    if (exchange.isAnswered) return discard(reply)

    this.#write(exchange, reply, {
      isSecure: isForwarded(exchange) && request.protocol === 'https',
      isLast: this.isStopping,
    })
    const now = performance.now()
    if (this.#monitor.isLate(now)) this.#monitor.suspect(request)
    const ms = now - exchange.startedAt
    logRequest(this.#log, { request, reply, ms, logFields: exchange.logFields })
    tell(exchange, reply, request.route?.path)
  }

  #fail(exchange: NodeExchange, error: unknown): void {
    this.#pending.delete(exchange)
    exchange.setHandled()
    this.#log.error('The dispatch failed', { ...exchange.toLogFields(), error })
    if (!exchange.isAnswered) this.#refuse(exchange, toPlainReply(serverError))
  }

  #giveUp(exchange: NodeExchange): void {
    const message = `The handler did not answer within ${this.#limits.handlerTimeoutMs} ms`
    this.#log.error(message, exchange.toLogFields())
    exchange.abort(new DOMException(message, 'TimeoutError'))
    this.#refuse(exchange, toPlainReply(unavailable).header('retry-after', '5'))
  }

  /** Writes an answer that no route has given. */
  #refuse(exchange: NodeExchange, reply: Reply, delivery = this.#plainly()): void {
    this.#write(exchange, reply, delivery)
    tell(exchange, reply, undefined)
  }

  #write(exchange: NodeExchange, reply: Reply, delivery = this.#plainly()): void {
    exchange.isAnswered = true
    try {
      const streamed = this.#writer.write(exchange, reply, delivery)
      if (streamed !== undefined) this.#follow(exchange, streamed)
    } catch (error) {
      discard(reply)
      this.#log.error('A reply cannot be sent', { ...exchange.toLogFields(), error })
      if (reply.statusCode !== serverError.status) this.#write(exchange, toPlainReply(serverError))
    }
  }

  #plainly(): Delivery {
    return { isSecure: false, isLast: this.isStopping }
  }

  #follow(exchange: NodeExchange, streamed: Promise<void>): void {
    this.#pending.add(exchange)
    streamed
      .catch((error: unknown) =>
        this.#log.error('A stream failed', { ...exchange.toLogFields(), error }),
      )
      .finally(() => this.#pending.delete(exchange))
  }
}

function tell(exchange: NodeExchange, { statusCode }: Reply, route: string | undefined): void {
  if (!answers.isHeard) return
  const durationMs = performance.now() - exchange.startedAt
  answers.tell({ method: exchange.method, route, status: statusCode, durationMs })
}

/** Frees what an answer that nobody gets would be read from, such as an open file. */
function discard({ body }: Reply): void {
  if (!(body instanceof ReadableStream)) return
  body.cancel().catch(() => {}) // it has failed by itself, or is locked by whoever reads it
}

/** Without the word of a proxy the protocol is known: TLS ends in front of us. */
function isForwarded(exchange: NodeExchange): boolean {
  return exchange.headers['x-forwarded-proto'] !== undefined
}

const serverError: Refusal = { status: 500, message: 'Internal Server Error' }
const unavailable: Refusal = { status: 503, message: 'Service Unavailable' }

function toPlainReply({ status, message }: Refusal): Reply {
  return text(`${status} ${message}`).status(status)
}
