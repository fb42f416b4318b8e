import { noContent, json } from '../../web/http/replies.ts'
import type { Reply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { NamedPaths, toNames } from '../props/named-paths.ts'

/** Whether the client only wants its input validated. The handler must then not run. */
export function isPrecognitive(request: Pick<HttpRequest, 'header'>): boolean {
  return request.header('precognition') === 'true'
}

/**
 * Answers a request that only validates: for the fields that it names, or for all fields if it names none.
 *
 * Sends 204 if the fields are valid, and 422 with their messages if not. Pass `{}` if there are no errors.
 */
export function toPrecognition(
  request: Pick<HttpRequest, 'header'>,
  errors: Readonly<Record<string, string>>,
): Reply<string | null> {
  const asked = new NamedPaths(toNames(request.header('precognition-validate-only')))
  const found = Object.entries(errors).filter(
    // `_more` counts further invalid fields. They may include a field that the client asks about.
    ([field]) => asked.isEmpty || asked.cover(field) || field === '_more',
  )
  const reply: Reply<string | null> =
    found.length === 0
      ? noContent().header('precognition-success', 'true')
      : toInvalid(Object.fromEntries(found))
  return reply.header('precognition', 'true').vary('Precognition')
}

function toInvalid(errors: Record<string, string>): Reply<string> {
  return json({ message: Object.values(errors)[0], errors }).status(422)
}
