import type { IncomingMessage, Server } from 'node:http'
import { Socket } from 'node:net'

/**
 * Node's HTTP module, loaded without an import. An import reads every export, and reading
 * `WebSocket` makes Node load its own HTTP client, which costs every start 40 ms of CPU and 10 MB.
 */
export const http = process.getBuiltinModule('node:http')

const outgoing = new http.OutgoingMessage()

/** Whether this version of Node stores the head where `setHead` puts it. */
export const takesHeadAsText = '_header' in outgoing

/** Whether a response of this version of Node can be opened on any socket. */
export const opensOnSockets =
  takesHeadAsText && '_last' in outgoing && '_keepAliveTimeout' in outgoing

/** A response that also accepts its head as text. */
export class NodeResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends http.ServerResponse<Request> {
  /** Where `node:http` keeps the head until it is sent with the first bytes of the body. */
  declare private _header: string | null
  /** Whether it closes its connection. */
  declare private _last: boolean
  declare private _keepAliveTimeout: number

  /**
   * Sets a complete, validated head. `writeHead` would validate and join every field again, which
   * is a fifth of the instructions of a small request.
   */
  setHead(statusCode: number, head: string): void {
    this.statusCode = statusCode
    this._header = head
  }

  /** Sets the timeout that the head announces, as the server does for the requests that it reads itself. */
  setKeepAliveTimeout(timeoutMs: number): void {
    this._keepAliveTimeout = timeoutMs
  }

  /** Whether its head, once written, closes the connection. */
  get isLast(): boolean {
    return this._last
  }
}

/** Disconnects a client that accepts no part of the response for a while. */
export function watchProgress({ socket }: NodeResponse, timeoutMs: number): void {
  if (socket !== null && socket.writableLength > 0) socket.setTimeout(timeoutMs)
}

/**
 * Lists the connections on which no part of a request has arrived since the last one, or nothing if this version of Node
 * does not tell. `closeIdleConnections()` closes all of them in one turn, and resets those whose request arrives meanwhile.
 */
export function listIdle(server: Server): readonly Socket[] | undefined {
  const key = Object.getOwnPropertySymbols(server).find(
    ({ description }) => description === 'http.server.connections',
  )
  const connections: unknown = key === undefined ? undefined : Reflect.get(server, key)
  if (!isConnectionsList(connections)) return undefined
  return connections.idle().flatMap(({ socket }) => (socket instanceof Socket ? [socket] : []))
}

interface ConnectionsList {
  idle(): readonly { readonly socket?: unknown }[]
}

function isConnectionsList(value: unknown): value is ConnectionsList {
  return (
    typeof value === 'object' &&
    value !== null &&
    'idle' in value &&
    typeof value.idle === 'function'
  )
}
