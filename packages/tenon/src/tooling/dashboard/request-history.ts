import type { Answered } from '../../web/http/request.ts'
import type { RequestTrail } from '../trail/request-trail.ts'
import { recordRequest, type RecordedRequest } from './recorded-request.ts'

const keptRequests = 100

/** The latest requests, without those to the development server's own pages. */
export class RequestHistory {
  readonly #kept: RecordedRequest[] = []

  add(trail: RequestTrail, answered: Answered): void {
    if (ownPath.test(answered.request.path())) return
    this.#kept.push(recordRequest(trail, answered))
    if (this.#kept.length > keptRequests) this.#kept.shift()
  }

  /** The requests, newest first. */
  latest(): readonly RecordedRequest[] {
    return this.#kept.toReversed()
  }

  find(number: number): RecordedRequest | undefined {
    return this.#kept.find((request) => request.number === number)
  }
}

const ownPath = /^\/(?:_app|@tenon)\//
