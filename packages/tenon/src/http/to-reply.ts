import { SetupError } from '../support/setup-error.ts'
import { json, text } from './replies.ts'
import { Reply } from './reply.ts'

/**
 * Makes a reply of what a handler returned: a string is text, an object or array is JSON, a web
 * `Response` is taken over. Throws `E_RESULT`, which names `title`, for anything else.
 */
export function toReply(result: unknown, title: string): Reply {
  if (typeof result === 'string') return text(result)
  if (result instanceof Reply) return result
  if (typeof result === 'object' && result !== null) {
    return isWebResponse(result) ? toReplyOf(result) : json(result)
  }

  throw new SetupError(
    'E_RESULT',
    `${title} returned ${String(result)}. Return a page, a redirect, text, JSON or another reply.`,
  )
}

/** By its tag first: naming the class makes Node load its HTTP client, 40 ms of CPU and 10 MB. */
function isWebResponse(value: object): value is Response {
  return Reflect.get(value, Symbol.toStringTag) === 'Response' && value instanceof Response
}

function toReplyOf(response: Response): Reply {
  const reply = new Reply(response.status, undefined, response.body)
  for (const [name, value] of response.headers) {
    if (name === 'set-cookie') reply.append(name, value)
    else reply.header(name, value)
  }
  return reply
}
