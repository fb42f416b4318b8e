/**
 * Turns a handler's bindings into one function, once per route, at boot.
 *
 * What is ready at once stays synchronous: a promise is awaited only where a binding gave one.
 */
import { inspect } from 'node:util'
import type { HttpRequest } from '../http/request.ts'
import type { RouteSite, RunHandler } from '../routing/handler.ts'
import { InputAccepted } from '../support/http-error.ts'
import { isPromise, whenReady } from '../support/maybe-promise.ts'
import { SetupError } from '../support/setup-error.ts'
import { isModel, type Bindings, type BodyBinding, type RequestBinding } from './binding.ts'
import { inputWatcher } from './input-watcher.ts'
import { toPathSteps } from './path-bindings.ts'
import { put, type Input, type Step } from './step.ts'

type Run = (input: never, request: HttpRequest) => unknown

/** Throws `SetupError` when the bindings do not fit the route's path. */
export function compileBindings(bindings: Bindings, run: Run, site: RouteSite): RunHandler {
  assertBindings(bindings, site)
  const steps = [
    ...toPathSteps(bindings, site),
    ...toRequestSteps(bindings),
    ...toBodySteps(bindings, site),
  ]
  const finish = (input: Input, request: HttpRequest): unknown =>
    // Sound: the steps have filled in every binding, each with its own value.
    run(input as never, request)

  const runFrom = (index: number, input: Input, request: HttpRequest): unknown => {
    for (let i = index; i < steps.length; i++) {
      const pending = steps[i]?.(input, request)
      if (isPromise(pending)) return pending.then(() => runFrom(i + 1, input, request))
    }
    return finish(input, request)
  }
  const watch = inputWatcher.get()
  if (watch === undefined) return (request) => runFrom(0, {}, request)
  return (request) => {
    const input: Input = {}
    watch(request, input)
    return runFrom(0, input, request)
  }
}

function assertBindings(bindings: Readonly<Record<string, unknown>>, site: RouteSite): void {
  for (const [name, binding] of Object.entries(bindings)) {
    if (has(binding, 'parseKey') || has(binding, 'kind')) continue
    const remedy = has(binding, '~standard')
      ? `Make a request type of the schema: request(${name}).`
      : 'Bind a model, a request type or a parameter. Where two files import each other, one sees undefined.'
    throw new SetupError(
      'E_BINDING',
      `The handler of "${site.pattern.path}" (${site.place.location}) binds {${name}} to ` +
        `${inspect(binding, { depth: -1 })}. ${remedy}`,
    )
  }
}

function has(value: unknown, name: string): boolean {
  const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
  return isObject && name in value
}

function toRequestSteps(bindings: Bindings): readonly Step[] {
  return Object.entries(bindings).flatMap(([name, binding]) =>
    !isModel(binding) && binding.kind === 'request' ? [toReadStep(name, binding)] : [],
  )
}

function toReadStep(name: string, binding: RequestBinding<unknown>): Step {
  return (input, request) => put(input, name, binding.read(request))
}

function toBodySteps(bindings: Bindings, site: RouteSite): readonly Step[] {
  const bodies = Object.entries(bindings).flatMap(([name, binding]) =>
    !isModel(binding) && binding.kind === 'body' ? [{ name, binding }] : [],
  )
  const [first, second] = bodies
  if (first !== undefined && second !== undefined) {
    throw new SetupError(
      'E_BODY_BOUND_TWICE',
      `The handler of "${site.pattern.path}" (${site.place.location}) binds two bodies, {${first.name}} and ` +
        `{${second.name}}. A request has one: make one request type of them.`,
    )
  }
  return first === undefined ? [] : [toBodyStep(first.name, first.binding)]
}

function toBodyStep(name: string, binding: BodyBinding<unknown>): Step {
  return (input, request) =>
    request.body
      .input()
      .then((body) =>
        whenReady(put(input, name, binding.validate(body, request)), () => assertWanted(request)),
      )
}

/** A client that only asks whether its input would be accepted has been answered. */
function assertWanted(request: HttpRequest): void {
  if (request.header('precognition') === 'true') throw new InputAccepted()
}
