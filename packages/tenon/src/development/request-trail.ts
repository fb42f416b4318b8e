import { AsyncLocalStorage } from 'node:async_hooks'
import type { WatchInput } from '../binding/input-watcher.ts'
import type { SlowStatement } from '../database/database.ts'
import type { HttpRequest } from '../http/request.ts'
import { isPageBody, type PageBody } from '../pages/page.ts'
import type { Middleware } from '../routing/handler.ts'

/** What a request has done so far. */
export interface RequestTrail {
  /** The last statements, the oldest first. */
  readonly statements: readonly SlowStatement[]
  /** How many statements ran in all. */
  readonly statementCount: number
  /** The page that the handler answered with. */
  readonly page: PageBody | undefined
  /** What was bound so far for a handler, by its request: rendering a form's page is one of its own. */
  readonly inputs: ReadonlyMap<HttpRequest, object>
}

/** A request that asks for more is told of its last ones. */
const keptStatements = 50

/** Follows requests, so that an error can be told with what led to it. */
export class RequestTrails {
  readonly #storage = new AsyncLocalStorage<Trail>()

  /** Runs `body`, and all that it awaits, as one request. */
  follow<Result>(body: () => Result): Result {
    const trail = { statements: [], statementCount: 0, page: undefined, inputs: new Map() }
    return this.#storage.run(trail, body)
  }

  /** The trail of the request around the current call. */
  get current(): RequestTrail | undefined {
    return this.#storage.getStore()
  }

  addStatement(statement: SlowStatement): void {
    const trail = this.#storage.getStore()
    if (trail === undefined) return
    trail.statementCount += 1
    trail.statements.push(statement)
    if (trail.statements.length > keptStatements) trail.statements.shift()
  }

  /** Notes what a handler is given. */
  readonly watchInput: WatchInput = (request, input) => {
    this.#storage.getStore()?.inputs.set(request, input)
  }

  /** Notes which page the handler answered with. */
  readonly middleware: Middleware = async (_request, next) => {
    const reply = await next()
    const trail = this.#storage.getStore()
    if (trail !== undefined && isPageBody(reply.body)) trail.page = reply.body
    return reply
  }
}

interface Trail extends RequestTrail {
  readonly statements: SlowStatement[]
  statementCount: number
  page: PageBody | undefined
  readonly inputs: Map<HttpRequest, object>
}
