import { Reply } from '../../../http/reply.ts'
import type { RouteSite } from '../../../routing/handler.ts'
import { different, type Writer } from './writer.ts'

/** Sends no body: the handler returns null, or a reply without one. */
export function writeNothing(site: RouteSite): Writer {
  return ({ status, value, reply }) => {
    const body = value === reply ? reply?.body : value
    if (site.checksAnswers && body !== null) {
      throw different(site, 'it has a body, but none is declared')
    }
    return reply?.withBody(undefined, null) ?? new Reply(status, undefined, null)
  }
}
