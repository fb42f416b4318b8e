import { json } from '../http/replies.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import { MethodNotAllowed } from '../support/http-error.ts'
import type { MaybePromise } from '../support/maybe-promise.ts'

/** Answers at a path of the server's own, before routing and middleware. */
export type Probe = (request: HttpRequest) => MaybePromise<Reply>

/** Lets a probe be read and nothing else. */
export function readOnly(probe: Probe): Probe {
  return (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return probe(request)
    throw new MethodNotAllowed('GET, HEAD')
  }
}

/**
 * Whoever asks while an answer is looked for gets that one: a probe that anybody may call must not
 * multiply into work for the database.
 */
export function shareRun<Value>(run: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined
  return () => (running ??= run().finally(() => (running = undefined)))
}

/** What a probe says: never from a cache, and always with the time. */
export function toProbeReply(code: number, status: string, details: object = {}): Reply {
  const body = { status, timestamp: new Date().toISOString(), ...details }
  return json(body).status(code).header('cache-control', 'no-store')
}
