import { SetupError } from '../../base/support/setup-error.ts'
import { json, text, ValueReply } from './replies.ts'
import { Reply } from './reply.ts'

/**
 * Converts the return value of a handler to a reply. A string becomes text; a plain object, an
 * array, or an object with `toJSON` becomes JSON; a web `Response` is converted. A returned error
 * is thrown. Throws `E_RESULT`, naming `whose`, for anything else, because its JSON would be
 * meaningless.
 */
export function toReply(result: unknown, whose: () => string): Reply {
  if (typeof result === 'string') return text(result)
  if (result instanceof Reply) return result instanceof ValueReply ? result.write() : result
  if (typeof result !== 'object' || result === null) throw noReply(whose(), String(result))
  if (isPlain(result)) return json(result)
  if (result instanceof Error) throw result
  if (hasToJson(result)) return json(result)
  // Check the tag: naming the class would make Node load its HTTP client (40 ms of CPU and 10 MB),
  // and a library may bring its own class.
  const tag: unknown = Reflect.get(result, Symbol.toStringTag)
  // Sound: the tag says so.
  if (tag === 'Response') return toReplyOf(result as Response)
  throw noReply(whose(), `a ${typeof tag === 'string' ? tag : result.constructor.name}`)
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Excludes bytes, whose `toJSON` would list each one as a number. */
function hasToJson(value: object): boolean {
  return 'toJSON' in value && typeof value.toJSON === 'function' && !ArrayBuffer.isView(value)
}

function noReply(whose: string, result: string): SetupError {
  return new SetupError(
    'E_RESULT',
    `${whose} returned ${result}. Return a page, a redirect, text, JSON, stream() or another reply; middleware must return the result of next() or a reply.`,
  )
}

/**
 * `fetch` has already decompressed the body, so its encoding and length headers no longer apply.
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
