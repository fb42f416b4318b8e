import { toWebStream } from '../support/web-stream.ts'
import { Reply } from './reply.ts'

const textType = 'text/plain; charset=utf-8'
const htmlType = 'text/html; charset=utf-8'
const jsonType = 'application/json; charset=utf-8'

/** Answers with plain text. */
export function text(body: string): Reply {
  return new Reply(200, textType, body)
}

/** Answers with HTML. The text is sent as it is: escape what came from outside. */
export function html(body: string): Reply {
  return new Reply(200, htmlType, body)
}

/** Answers with JSON, written by `JSON.stringify`. */
export function json(value: unknown): Reply {
  return new Reply(200, jsonType, JSON.stringify(value) ?? 'null')
}

/**
 * Answers with a stream of bytes, such as a generator of pieces or a stream of Node's; one that the
 * client does not take to its end is ended. `contentType` defaults to `application/octet-stream`.
 */
export function stream(
  body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  contentType = 'application/octet-stream',
): Reply {
  const bytes = body instanceof ReadableStream ? body : toWebStream(body)
  return new Reply(200, contentType, bytes)
}

/** Answers with a status and no body: 204 by default. */
export function empty(status = 204): Reply {
  return new Reply(status, undefined, null)
}
