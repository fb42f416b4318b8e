import { AsyncLocalStorage } from 'node:async_hooks'
import type { InputWatcher } from '../../web/binding/input-watcher.ts'
import type { SlowStatement } from '../../data/database/database.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { isPage, type PageBody } from '../../pages/pages/page.ts'
import type { Reply } from '../../web/http/reply.ts'
import type { Middleware } from '../../web/routing/handler.ts'
import { isPromise } from '../../base/support/maybe-promise.ts'
import { timeProps } from './timed-props.ts'

/** What a request has done so far. */
export interface RequestTrail {
  /** Counts the requests since the server started. */
  readonly number: number
  readonly startedAt: Date
  /** The latest statements, oldest first. */
  readonly statements: readonly TrailStatement[]
  /** How many statements have run in total. */
  readonly statementCount: number
  /** The timed parts of the work, in the order in which they began. */
  readonly spans: readonly TrailSpan[]
  /** The page that the handler answered with. */
  readonly page: PageBody | undefined
  /** The values bound for handlers, by request: the page of a form is rendered as a separate request. */
  readonly inputs: ReadonlyMap<HttpRequest, object>
  /** Milliseconds since the request began. */
  elapsedMs(): number
}

export interface TrailStatement extends SlowStatement {
  /** When it began, in milliseconds after the request. */
  readonly startMs: number
}

/** A timed part of a request. Times are in milliseconds since the request began. */
export interface TrailSpan {
  readonly kind: SpanKind
  readonly label: string
  readonly startMs: number
  /** `undefined` while it runs, or if it was never completed. */
  readonly endMs: number | undefined
}

export type SpanKind = 'middleware' | 'bindings' | 'handler' | 'page' | 'prop' | 'render'

/** If a request has more statements, only the latest are kept. */
const keptStatements = 50

/** If a request has more spans, only the first are kept. */
const keptSpans = 100

/** Records what requests do, for example to show it with an error. */
export class RequestTrails {
  readonly #storage = new AsyncLocalStorage<Trail>()
  #count = 0

  /** Runs `body`, and everything it awaits, as one request. */
  follow<Result>(body: (trail: RequestTrail) => Result): Result {
    this.#count += 1
    const trail = new Trail(this.#count)
    return this.#storage.run(trail, () => body(trail))
  }

  /** Runs `body` without recording it. */
  untraced<Result>(body: () => Result): Result {
    return this.#storage.exit(body)
  }

  /** The trail of the current request. */
  get current(): RequestTrail | undefined {
    return this.#storage.getStore()
  }

  addStatement(statement: SlowStatement): void {
    this.#storage.getStore()?.addStatement(statement)
  }

  /** Runs `body` and records how long it takes, until its promise settles if it returns one. */
  time<Result>(kind: SpanKind, label: string, body: () => Result): Result {
    const end = this.#storage.getStore()?.begin(kind, label)
    if (end === undefined) return body()
    try {
      const result = body()
      if (isPromise(result)) void result.then(end, end)
      else end()
      return result
    } catch (error) {
      end()
      throw error
    }
  }

  /** Records the input of a handler, and how long binding it took. */
  readonly inputWatcher: InputWatcher = {
    begin: (request, input) => {
      const trail = this.#storage.getStore()
      trail?.inputs.set(request, input)
      trail?.bindings.set(request, trail.begin('bindings', ''))
    },
    complete: (request) => this.#storage.getStore()?.bindings.get(request)?.(),
  }

  /** Records the page with which the handler answered, and times its props. */
  readonly middleware: Middleware = async (_request, next) => {
    const reply = await next()
    const trail = this.#storage.getStore()
    return trail !== undefined && isPage(reply) ? this.#followPage(trail, reply) : reply
  }

  #followPage(trail: Trail, reply: Reply<PageBody>): Reply<PageBody> {
    trail.page = reply.body
    trail.begin('page', reply.body.component)
    const given = timeProps(reply.body.given, (name, load) => this.time('prop', name, load))
    return reply.withBody(reply.contentType, { ...reply.body, given })
  }
}

class Trail implements RequestTrail {
  readonly number: number
  readonly startedAt = new Date()
  readonly statements: TrailStatement[] = []
  statementCount = 0
  readonly spans: OpenSpan[] = []
  page: PageBody | undefined
  readonly inputs = new Map<HttpRequest, object>()
  /** Functions that end the span of a request's bindings. */
  readonly bindings = new Map<HttpRequest, () => void>()
  readonly #began = performance.now()

  constructor(number: number) {
    this.number = number
  }

  elapsedMs(): number {
    return performance.now() - this.#began
  }

  addStatement(statement: SlowStatement): void {
    this.statementCount += 1
    const startMs = Math.max(0, this.elapsedMs() - statement.durationMs)
    this.statements.push({ ...statement, startMs })
    if (this.statements.length > keptStatements) this.statements.shift()
  }

  /** Begins a span; the returned function ends it. */
  begin(kind: SpanKind, label: string): () => void {
    const span: OpenSpan = { kind, label, startMs: this.elapsedMs(), endMs: undefined }
    if (this.spans.length < keptSpans) this.spans.push(span)
    return () => {
      span.endMs ??= this.elapsedMs()
    }
  }
}

interface OpenSpan extends TrailSpan {
  endMs: number | undefined
}
