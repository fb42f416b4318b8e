import { empty, json } from '../http/replies.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import { NamedPaths, toNames } from '../props/named-paths.ts'

/** Whether the client only wants to know if its input would be accepted; the handler must not run. */
export function isPrecognitive(request: Pick<HttpRequest, 'header'>): boolean {
  return request.header('precognition') === 'true'
}

/**
 * Answers a request that only validates: 204 when the fields that it asks about (without names: all)
 * are in order, 422 with their messages when not. No errors at all is `{}`.
 */
export function toPrecognition(
  request: Pick<HttpRequest, 'header'>,
  errors: Readonly<Record<string, string>>,
): Reply {
  const asked = new NamedPaths(toNames(request.header('precognition-validate-only')))
  const found = Object.entries(errors).filter(([field]) => asked.isEmpty || asked.cover(field))
  const reply =
    found.length === 0
      ? empty().header('precognition-success', 'true')
      : toInvalid(Object.fromEntries(found))
  return reply.header('precognition', 'true').vary('Precognition')
}

function toInvalid(errors: Record<string, string>): Reply {
  return json({ message: Object.values(errors)[0], errors }).status(422)
}
