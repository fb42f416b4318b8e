import type { AnyJson } from '../../base/support/any-json.ts'
import type { HiddenValue, Leak, PathWithin } from '../../base/support/hidden.ts'
import type { Refused, Unsent } from '../../base/support/refused.ts'
import { toWebStream } from '../../base/support/web-stream.ts'
import { Reply } from './reply.ts'

const textType = 'text/plain; charset=utf-8'
const htmlType = 'text/html; charset=utf-8'
const jsonType = 'application/json; charset=utf-8'

/** Answers with plain text. */
export function text(body: string): Reply<string> {
  return new Reply(200, textType, body)
}

/** Answers with HTML. The text is not escaped: escape user input yourself. */
export function html(body: string): Reply<string> {
  return new Reply(200, htmlType, body)
}

/**
 * Answers with JSON, serialized by `JSON.stringify`.
 *
 * It is a compile error to pass a `bigint`, a promise, a query that was not run, the value of a hidden column, or a
 * copied record (`{ ...user }`), which would expose its hidden columns.
 */
export function json<Value>(value: Value & Writable<Value>): Reply<string> {
  return new Reply(200, jsonType, JSON.stringify(value) ?? 'null')
}

// oxfmt-ignore
type Writable<Value, Path extends string = ''> =
  AnyJson extends Value ? unknown :
  Value extends HiddenValue<infer Sentence> ? Refused<Leak<Path, Sentence>> :
  Value extends bigint ? Refused<'JSON has no bigint: write String(value)'> :
  Value extends Unsent<infer Sentence> ? Refused<Sentence> :
  Value extends PromiseLike<unknown> ? Refused<'A promise is sent as {}: await it first'> :
  Value extends { toJSON(): unknown } ? Value :
  Value extends { readonly '~columns': unknown } ? Refused<'A copy of a record holds its hidden columns: pass the record, or name the fields'> :
  Value extends object ? { readonly [Name in keyof Value]: Writable<Value[Name], PathWithin<Path, Name>> } :
  Value

/**
 * Answers with a stream of bytes, or of text, which is sent in UTF-8: an async generator or a Node stream.
 *
 * If the client disconnects early, the stream is cancelled. `contentType` defaults to
 * `application/octet-stream`.
 */
export function stream(
  body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>,
  contentType = 'application/octet-stream',
): Reply<ReadableStream<Uint8Array>> {
  const bytes = body instanceof ReadableStream ? body : toWebStream(body)
  return new Reply(200, contentType, bytes)
}

/** Answers 204 with no body; `.status()` sets another status. */
export function noContent(): Reply<null> {
  return new Reply(204, undefined, null)
}

/**
 * A reply whose body is a value. It becomes JSON after the handler has returned it, because the
 * route knows which of its fields are sent.
 */
export class ValueReply<Value = unknown> extends Reply<string | null> {
  /** The value, before it becomes JSON. */
  readonly value: Value

  constructor(status: number, value: Value) {
    super(status, undefined, null)
    this.value = value
  }

  /** Creates the reply for a route without declared responses: JSON, or no body if the value is null. */
  write(): Reply<string | null> {
    if (this.value === null) return this.withBody(undefined, null)
    const { contentType, body } = json<unknown>(this.value)
    return this.withBody(this.contentType ?? contentType, body)
  }
}
