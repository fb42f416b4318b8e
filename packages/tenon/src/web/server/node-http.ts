import type { IncomingMessage } from 'node:http'

/**
 * Node's HTTP module, loaded without an import. An import reads every export, and reading
 * `WebSocket` makes Node load its own HTTP client, which costs every start 40 ms of CPU and 10 MB.
 */
export const http = process.getBuiltinModule('node:http')

/** Whether this version of Node stores the head where `setHead` puts it. */
export const takesHeadAsText = '_header' in new http.OutgoingMessage()

/** A response that also accepts its head as text. */
export class NodeResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends http.ServerResponse<Request> {
  /** Where `node:http` keeps the head until it is sent with the first bytes of the body. */
  declare private _header: string | null

  /**
   * Sets a complete, validated head. `writeHead` would validate and join every field again, which
   * is a fifth of the instructions of a small request.
   */
  setHead(statusCode: number, head: string): void {
    this.statusCode = statusCode
    this._header = head
  }
}
