import type { MaybePromise } from '../../../../base/support/maybe-promise.ts'
import { toWebStream } from '../../../../base/support/web-stream.ts'
import { Reply } from '../../../http/reply.ts'
import type { RouteSite } from '../../../routing/handler.ts'
import type { ItemsDescription } from '../description.ts'
import type { ItemsType } from '../items.ts'
import { toJson, toStatedValue } from './json.ts'
import { different, type Writer } from './writer.ts'

/** Sends each item as declared, as soon as the handler produces it and the client reads it. */
export function writeItems({ mediaType, item }: ItemsDescription, site: RouteSite): Writer {
  const format = formats[mediaType]
  const toSent = toStatedValue(item, site)
  return ({ status, value, reply }) => {
    if (!isAsyncIterable(value)) throw different(site, 'the body is not an async iterable')
    const body = toWebStream(writeEach(value, format, toSent))
    return reply?.withBody(mediaType, body) ?? new Reply(status, mediaType, body)
  }
}

interface Format {
  /** Sent before the first item is ready. */
  readonly start?: string
  readonly before: string
  readonly after: string
}

const formats: Readonly<Record<ItemsType, Format>> = {
  'application/x-ndjson': { before: '', after: '\n' },
  // Without a first piece, a browser would not know that it is connected before the first event.
  'text/event-stream': { start: ':\n\n', before: 'data: ', after: '\n\n' },
}

async function* writeEach(
  items: AsyncIterable<unknown>,
  { start, before, after }: Format,
  toSent: (item: unknown) => MaybePromise<unknown>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  if (start !== undefined) yield encoder.encode(start)
  for await (const item of items) {
    yield encoder.encode(before + toJson(await toSent(item)).body + after)
  }
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
