import type { Refused } from '../../base/support/refused.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { HttpRequest } from '../http/request.ts'
import type { CompiledHandler, Contract, Handler, RouteSite } from '../routing/handler.ts'
import type { ResultOf, SentBy, Stated } from './answers/answer.ts'
import { compileAnswers } from './answers/compile-answers.ts'
import type { ContractOf, Declared, InputOf, Unwrapped } from './binding.ts'
import { compileBindings } from './compile-bindings.ts'

/**
 * Starts a handler that binds parts of the request: `handler({ todo: Todo }).run(({ todo }) => …)`.
 *
 * The function receives each value under the name of its binding. Bindings are resolved in this
 * order: path keys are parsed (400), records are found concurrently (404), the rules of `.can()` are
 * checked, `derive` bindings are read, the query and the body are validated (422). Then the function
 * passed to `run` is called.
 */
export function handler<const B extends Declared>(bindings: B & Unwrapped<B>): Bound<B> {
  return {
    answers: (stated) => ({
      run: (handle) => new BoundHandler(bindings, handle, { stated }),
      compile: refuseUnfinished,
    }),
    run: (handle) => new BoundHandler(bindings, handle, undefined),
    compile: refuseUnfinished,
  }
}

/** Bindings that still need the function that receives their values. */
export interface Bound<B extends Declared> {
  /**
   * Declares the responses: a model, `.answers(Todo)`, a schema, a word of `tenon/answers` such as `list(Todo)`, or
   * these by status, `.answers({ 201: Todo })`. The compiler checks the function's result, and the development server
   * checks each response. The typed client and the OpenAPI document use the declaration.
   */
  answers<const S extends Stated>(stated: S): BoundAnswers<B, S>
  /** Completes the handler: the function receives the bound values and the request. */
  // Not generic, so the compiler knows the result type without checking the function. The function may
  // call `route()` of the list it belongs to; the cost of checking still grows only linearly with the
  // number of handlers.
  run(handle: Handle<InputOf<B>>): Handler<ContractOf<B>>
  /** Throws `E_HANDLER_UNFINISHED`; its type is the compile error for such a handler in a list. */
  readonly compile: (site: RouteSite) => Refused<'This handler has no function: add .run(…)'>
}

/** Bindings and declared responses that still need the function that joins them. */
export interface BoundAnswers<B extends Declared, S extends Stated> {
  /** Completes the handler: what the function returns must be what the handler declares. */
  run(
    handle: (input: InputOf<B>, request: HttpRequest) => ResultOf<S>,
  ): Handler<StatedContract<B, S>>
  /** Throws `E_HANDLER_UNFINISHED`; its type is the compile error for such a handler in a list. */
  readonly compile: (site: RouteSite) => Refused<'This handler has no function: add .run(…)'>
}

/** The contract of a handler that declares its responses. */
export interface StatedContract<B extends Declared, S extends Stated> extends ContractOf<B> {
  readonly answers: SentBy<S>
  readonly stated: S
}

/** A complete handler. Its bindings and answers describe the request and the responses. */
export class BoundHandler implements Handler<Contract> {
  readonly bindings: Declared
  /** The argument of `.answers()`, if it was called. */
  readonly answers: { readonly stated: Stated } | undefined
  readonly #handle: Handle<never>

  constructor(bindings: Declared, handle: Handle<never>, answers: BoundHandler['answers']) {
    this.bindings = bindings
    this.answers = answers
    this.#handle = handle
  }

  compile(site: RouteSite): CompiledHandler {
    const run = compileBindings(this.bindings, this.#handle, site)
    if (this.answers === undefined) return { run }
    return { run, toAnswer: compileAnswers(this.answers.stated, site) }
  }
}

/** The function of a handler. */
// `any` rather than `unknown`: with any other type the compiler would check the function's result
// against it, and a function inside the list would need the type of that list.
// oxlint-disable-next-line typescript/no-explicit-any
type Handle<Input> = (input: Input, request: HttpRequest) => any

function refuseUnfinished({ pattern, place }: RouteSite): never {
  throw new SetupError(
    'E_HANDLER_UNFINISHED',
    `The handler of "${pattern.path}" (${place.location}) has no function. Add one: handler({ … }).run((input) => …).`,
  )
}
