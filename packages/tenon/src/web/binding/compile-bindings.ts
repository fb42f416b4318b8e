/**
 * Compiles a handler's bindings into one function, once per route, at boot.
 *
 * Bindings without a promise stay synchronous: only a promise that a binding returned is awaited.
 */
import { inspect } from 'node:util'
import { bindOwners } from '../../data/records/owned/bind-owners.ts'
import type { HttpRequest } from '../http/request.ts'
import type { RouteSite, RunHandler } from '../routing/handler.ts'
import { isPromise } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import {
  isModel,
  type Bindings,
  type Declared,
  type Input,
  type RequestBinding,
  type Step,
} from './binding.ts'
import { toAccessSteps } from './access-steps.ts'
import { put, toInputSteps } from './input-steps.ts'
import { inputWatcher, type InputWatcher } from './input-watcher.ts'
import { toPathSteps } from './path-bindings.ts'
import { toBodyRules } from './rules/body-rules.ts'
import { isProvided } from './provided.ts'

type Run = (input: never, request: HttpRequest) => unknown

/**
 * The compiled function returns the result of `run`, or the failed validation. Throws `SetupError` if the bindings do
 * not fit the route's path.
 */
export function compileBindings(bindings: Declared, run: Run, site: RouteSite): RunHandler {
  assertBindings(bindings, site)
  assertProvided(bindings, site)
  const rules = toBodyRules(bindings, site)
  const answer = rules?.guard(run) ?? run
  const watcher = inputWatcher.get()
  const steps = [
    ...toPathSteps(bindings, site),
    ...toAccessSteps(bindings, site),
    ...toRequestSteps(bindings),
    ...toInputSteps(bindings, site, rules?.check),
    ...(watcher === undefined ? [] : [toCompletion(watcher)]),
  ]
  const bindsRecords = Object.values(bindings).some(mayBindRecord)
  const finish = (input: Input, request: HttpRequest): unknown => {
    if (bindsRecords) bindOwners(input)
    // Sound: the steps have filled in every binding with its own value.
    return answer(input as never, request)
  }

  const runFrom = (index: number, input: Input, request: HttpRequest): unknown => {
    for (let i = index; i < steps.length; i++) {
      const pending = steps[i]?.(input, request)
      if (isPromise(pending))
        return pending.then((failure) => failure ?? runFrom(i + 1, input, request))
      if (pending !== undefined) return pending
    }
    return finish(input, request)
  }
  if (watcher === undefined) return (request) => runFrom(0, {}, request)
  return (request) => {
    const input: Input = {}
    watcher.begin(request, input)
    return runFrom(0, input, request)
  }
}

/** Whether a binding may be an owner: a team, a user. With row level security, raw SQL only sees an owner's rows. */
function mayBindRecord(binding: Bindings[string]): boolean {
  return isModel(binding) || binding.kind === 'request'
}

function toCompletion(watcher: InputWatcher): Step {
  return (_input, request) => watcher.complete(request)
}

function assertBindings(bindings: Declared, site: RouteSite): asserts bindings is Bindings {
  for (const [name, binding] of Object.entries(bindings)) {
    if (has(binding, 'parseKey') || has(binding, 'kind')) continue
    const remedy = has(binding, '~standard')
      ? `Make a request type of the schema: body(${name}). For the query of the URL: query(${name}).`
      : 'Bind a model, a request type or a parameter. If it is undefined, check for a circular import.'
    throw new SetupError(
      'E_BINDING',
      `The handler of "${site.pattern.path}" (${site.place.location}) binds {${name}} to ` +
        `${inspect(binding, { depth: -1 })}. ${remedy}`,
    )
  }
}

/** Compares by identity: two provided values may have the same name. */
function assertProvided(bindings: Bindings, { pattern, place, middlewares }: RouteSite): void {
  for (const [name, binding] of Object.entries(bindings)) {
    if (!isProvided(binding)) continue
    if (middlewares.some(({ provides }) => provides === binding)) continue
    throw new SetupError(
      'E_BINDING_PROVIDED',
      `The handler of "${pattern.path}" (${place.location}) binds {${name}}, but no middleware before it provides it. ` +
        binding.remedy,
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
