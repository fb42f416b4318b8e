import { isFile } from '../../../http/file.ts'
import { Reply } from '../../../http/reply.ts'
import type { RouteSite } from '../../../routing/handler.ts'
import { isOfType } from '../content.ts'
import { different, type Returned, type Writer } from './writer.ts'

/** Sends a body of the declared media type: text, bytes, or the body of a reply such as `file()`. */
export function writeContent(stated: string, site: RouteSite): Writer {
  return (returned) => {
    const reply = toContent(returned, stated, site)
    const difference = site.checksAnswers ? findDifference(reply, stated) : undefined
    if (difference !== undefined) throw different(site, difference)
    return reply
  }
}

function toContent({ status, value, reply }: Returned, stated: string, site: RouteSite): Reply {
  if (typeof value === 'string' || value instanceof Uint8Array) {
    const type = reply?.contentType ?? toContentType(value, stated)
    return reply?.withBody(type, value) ?? new Reply(status, type, value)
  }
  if (reply === undefined || value !== reply) {
    throw different(site, 'the body is neither text nor bytes, nor a reply')
  }
  // Without a type, a file would be sent with that of its name.
  const isUntyped = isFile(reply) && reply.contentType === undefined && !stated.endsWith('*')
  return isUntyped ? reply.copy().header('content-type', stated) : reply
}

function toContentType(value: string | Uint8Array, stated: string): string {
  const isText = typeof value === 'string'
  if (stated.endsWith('*')) return isText ? 'text/plain; charset=utf-8' : 'application/octet-stream'
  return isText && stated.startsWith('text/') ? `${stated}; charset=utf-8` : stated
}

/** A page has no type before it is rendered: it becomes HTML, or JSON for its client. */
function findDifference({ contentType, body }: Reply, stated: string): string | undefined {
  if (body === null) return 'there is no body'
  if (contentType === undefined || isOfType(contentType, stated)) return undefined
  return `the body is ${contentType} instead of ${stated}`
}
