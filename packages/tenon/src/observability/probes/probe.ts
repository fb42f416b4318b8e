import { json } from '../../web/http/replies.ts'
import type { Reply } from '../../web/http/reply.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { MethodNotAllowed } from '../../base/support/http-error.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'

/** Answers one of the server's own paths, before routing and middleware. */
export type Probe = (request: HttpRequest) => MaybePromise<Reply>

/** Restricts a probe to GET and HEAD. */
export function readOnly(probe: Probe): Probe {
  return (request) => {
    if (request.isRead) return probe(request)
    throw new MethodNotAllowed('GET, HEAD')
  }
}

/** Shares one run among concurrent callers, so that many requests to a public probe do not load the database. */
export function shareRun<Value>(run: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined
  return () => (running ??= run().finally(() => (running = undefined)))
}

/** Creates the response of a probe, with a timestamp and without caching. */
export function toProbeReply(code: number, status: string, details: object = {}): Reply {
  const body = { status, timestamp: new Date().toISOString(), ...details }
  return json(body).status(code).header('cache-control', 'no-store')
}
