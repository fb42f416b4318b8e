import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Exchange } from '../../http/exchange.ts'
import type { LogFields } from '../../../base/log/log.ts'
import type { NodeResponse } from '../node-http.ts'

/** A request with the state the server keeps until it is answered, whichever engine has read it. */
export interface ServerExchange extends Exchange {
  /** When the request arrived or its body was read; the handler's time starts here. */
  startedAt: number
  /** Whether a response has started; there must not be another. */
  isAnswered: boolean
  /** Whether the body is being read; the client determines how long that takes. */
  readonly isReading: boolean
  /** Whether the client waits for `100 Continue` before sending its body. */
  readonly awaitsContinue: boolean
  /** How much of the body is still unread: 0, the declared length, or `Infinity` if unknown. */
  readonly unreadBytes: number
  /** Whether it has `X-Forwarded-Proto`. */
  readonly isForwarded: boolean
  /** Its index among the pending exchanges, or -1. */
  pendingAt: number
  logFields: LogFields | undefined
  /** The request of `node:http`; `undefined` if the engine has read all of it. */
  readonly request: IncomingMessage | undefined
  /** The response of `node:http`; an engine without one creates it on first use. */
  readonly response: NodeResponse
  /** Whether the connection stays open after a response that does not close it. */
  readonly keepsConnection: boolean
  /** Whether a part of a response has been sent. */
  readonly hasStarted: boolean
  /** Whether no part of a response has been sent, and the client is still connected. */
  readonly isAnswerable: boolean

  /** The fields for log lines: the target without its query, and additional fields. */
  toLogFields(): LogFields
  /** Marks the handler as ended: its resources are released once the response is sent. */
  setHandled(): void
  /** Notifies the listeners that the response is no longer awaited. */
  abort(reason: DOMException): void
  /** Sends a whole response whose head is complete and validated. */
  send(statusCode: number, head: string, content: Content, encoding: BufferEncoding): void
  /** Ends the response of `node:http`, whose head is written. */
  end(content: Content, encoding: BufferEncoding): void
  /** Disconnects a client that accepts no part of the response for `timeoutMs`. */
  watchProgress(timeoutMs: number): void
  /** Cuts the connection. */
  destroy(): void
  /** Whether it came on this connection. */
  isOn(socket: Duplex): boolean
}

/** The body of a response in memory. */
export type Content = string | Uint8Array | null
