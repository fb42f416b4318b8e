import { isRedirect } from '../../../http/redirect.ts'
import { Reply } from '../../../http/reply.ts'
import type { RouteSite } from '../../../routing/handler.ts'
import { different, type Writer } from './writer.ts'

/** Redirects with the stated status: the handler returns `redirect()`, or sets the header itself. */
export function writeRedirect(site: RouteSite): Writer {
  return ({ status, reply }) => {
    if (reply !== undefined && isRedirect(reply)) return reply.copy().status(status)
    if (site.checksAnswers && reply?.getHeader('location') === undefined) {
      throw different(site, `${status} is a redirect, but the function returned none`)
    }
    return reply?.withBody(undefined, null) ?? new Reply(status, undefined, null)
  }
}
