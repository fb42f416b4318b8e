import type { HttpRequest } from '../http/request.ts'
import type { Handler } from '../routing/handler.ts'
import type { Bindings, FieldsOf, InputOf, NeedsOf } from './binding.ts'
import { compileBindings } from './compile-bindings.ts'

/**
 * Makes a handler that states what it needs: each binding's value arrives under the binding's name,
 * the request as the second argument.
 *
 * In this order: path keys are parsed (400), records are found, concurrently (404), what reads the
 * request is read, the body is read and validated (422); then `run` is called.
 */
export function handler(run: Run<{}>): Handler<{}>
export function handler<const B extends Bindings>(
  bindings: B,
  run: Run<InputOf<B>>,
): Handler<NeedsOf<B>, FieldsOf<B>>
export function handler(
  ...parts: [run: Run<{}>] | [bindings: Bindings, run: Run<never>]
): Handler<object> {
  if (parts.length === 1) {
    const [run] = parts
    return { compile: () => (request) => run({}, request) }
  }

  const [bindings, run] = parts
  return {
    compile: (site) => compileBindings(bindings, run, site),
  }
}

/** A handler's own function. */
// `any` and not `unknown`: the checker then never resolves the body's type while it resolves the
// route list, and a handler may call `route()` of the list that it stands in.
// oxlint-disable-next-line typescript/no-explicit-any
type Run<Input> = (input: Input, request: HttpRequest) => any
