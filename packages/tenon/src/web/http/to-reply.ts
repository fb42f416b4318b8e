import { SetupError } from '../support/setup-error.ts'
import { json, text } from './replies.ts'
import { Reply } from './reply.ts'

/**
 * Makes a reply of what a handler returned: a string is text, an object or array is JSON, a web
 * `Response` is taken over. Throws `E_RESULT`, which names `whose`, for anything else, bytes included.
 */
export function toReply(result: unknown, whose: () => string): Reply {
  if (typeof result === 'string') return text(result)
  if (result instanceof Reply) return result
  if (typeof result === 'object' && result !== null) {
    // By their tags: naming the class makes Node load its HTTP client, 40 ms of CPU and 10 MB, and a
    // library may bring one of its own.
    const tag: unknown = Reflect.get(result, Symbol.toStringTag)
    // Sound: it says so itself.
    if (tag === 'Response') return toReplyOf(result as Response)
    if (tag !== 'Uint8Array' && tag !== 'ReadableStream') return json(result)
    throw noReply(whose(), `a ${tag}`)
  }
  throw noReply(whose(), String(result))
}

function noReply(whose: string, result: string): SetupError {
  return new SetupError(
    'E_RESULT',
    `${whose} returned ${result}. Return a page, a redirect, text, JSON, stream() or another reply; a middleware returns what next() gave.`,
  )
}

/**
 * What `fetch` gives has been decompressed, so that neither its encoding nor its length is true of the
 * body any more.
 */
function toReplyOf(response: Response): Reply {
  const reply = new Reply(response.status, undefined, response.body)
  const isFetched = response.url !== ''
  for (const [name, value] of response.headers) {
    if (name === 'set-cookie') reply.append(name, value)
    else if (!isFetched || !ofTransfer.has(name)) reply.header(name, value)
  }
  return reply
}

const ofTransfer: ReadonlySet<string> = new Set(['content-encoding', 'content-length'])
