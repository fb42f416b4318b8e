import type { HttpRequest } from '../../../web/http/request.ts'
import { isLocalPath, toLocalReferer } from '../../../web/http/redirect.ts'
import { sessionState } from '../../session/current-session.ts'

const name = 'destination'

/** Keeps where a browser wanted to go while it is sent to log in: always a path of our own. */
export async function keepDestination(request: HttpRequest): Promise<void> {
  if (request.header('purpose') === 'prefetch') return
  const path = request.isRead ? request.target : toLocalReferer(request)
  if (path === undefined || !isLocalPath(path) || path.length > longestPath) return
  const session = await sessionState(request)
  session.setOwn(name, path)
}

/** Gives that path, once. */
export async function takeDestination(request: HttpRequest): Promise<string | undefined> {
  const session = await sessionState(request)
  const path = session.own(name)
  session.deleteOwn(name)
  return typeof path === 'string' ? path : undefined
}

/** A longer one does not fit into a session cookie together with other values. */
const longestPath = 1000
