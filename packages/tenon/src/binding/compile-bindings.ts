/**
 * Turns a handler's bindings into one function, once per route, at boot.
 *
 * What is ready at once stays synchronous: a promise is awaited only where a binding gave one.
 */
import type { HttpRequest } from '../http/request.ts'
import type { RunHandler } from '../routing/handler.ts'
import type { PathPattern } from '../routing/path-pattern.ts'
import type { Place } from '../routing/place.ts'
import { BadRequest, InputAccepted, NotFound } from '../support/http-error.ts'
import { isPromise, type MaybePromise } from '../support/maybe-promise.ts'
import { SetupError } from '../support/setup-error.ts'
import type { Binding, Bindings, BodyBinding, BoundModel, RequestBinding } from './binding.ts'

export interface HandlerSite {
  readonly run: (input: never, request: HttpRequest) => unknown
  readonly pattern: PathPattern
  /** Where the route was declared, for messages. */
  readonly place: Place
}

type Input = Record<string, unknown>
type Step = (input: Input, request: HttpRequest) => MaybePromise<void>

/** Throws `SetupError` when the bindings do not fit the route's path. */
export function compileBindings(bindings: Bindings, site: HandlerSite): RunHandler {
  const steps = [
    ...toPathSteps(bindings, site),
    ...toRequestSteps(bindings),
    ...toBodySteps(bindings, site),
  ]
  const finish = (input: Input, request: HttpRequest): unknown =>
    // Sound: the steps have filled in every binding, each with its own value.
    site.run(input as never, request)

  const runFrom = (index: number, input: Input, request: HttpRequest): unknown => {
    for (let i = index; i < steps.length; i++) {
      const pending = steps[i]?.(input, request)
      if (isPromise(pending)) return pending.then(() => runFrom(i + 1, input, request))
    }
    return finish(input, request)
  }
  return (request) => runFrom(0, {}, request)
}

/** All keys are parsed before the first record is looked up, and all records are looked up at once. */
function toPathSteps(bindings: Bindings, site: HandlerSite): readonly Step[] {
  const parameters = Object.entries(bindings).flatMap(([name, binding]) =>
    toPathParameter(name, binding, site),
  )
  if (parameters.length === 0) return []
  const models = parameters.filter((parameter) => parameter.model !== undefined)
  const parseAll: Step = (input, request) => {
    for (const parameter of parameters) {
      input[parameter.name] = parseParameter(parameter, request)
    }
  }
  return models.length === 0 ? [parseAll] : [parseAll, toFindStep(models)]
}

interface PathParameter {
  readonly name: string
  readonly index: number
  readonly expected: string
  readonly parse: (text: string) => unknown
  readonly model: BoundModel | undefined
}

function toPathParameter(
  name: string,
  binding: Binding,
  site: HandlerSite,
): readonly PathParameter[] {
  const index = site.pattern.parameterNames.indexOf(name)
  if (isModel(binding)) {
    assertParameterExists(index, name, site)
    const parse = (text: string): unknown => binding.parseKey(text)
    return [{ name, index, parse, expected: 'a key', model: binding }]
  }
  if (binding.kind !== 'parameter') return []
  assertParameterExists(index, name, site)
  return [{ name, index, parse: binding.parse, expected: binding.expected, model: undefined }]
}

function parseParameter(parameter: PathParameter, request: HttpRequest): unknown {
  const value = parameter.parse(request.parameterAt(parameter.index))
  if (value !== undefined) return value
  throw new BadRequest(`The path parameter "${parameter.name}" must be ${parameter.expected}`)
}

function toFindStep(models: readonly PathParameter[]): Step {
  const [only] = models
  if (models.length === 1 && only?.model !== undefined) {
    return toFindOne(only.name, only.model)
  }
  const steps = models.flatMap(({ name, model }) =>
    model === undefined ? [] : [toFindOne(name, model)],
  )
  return async (input, request) => {
    await Promise.all(steps.map(async (step) => step(input, request)))
  }
}

function toFindOne(name: string, model: BoundModel): Step {
  return (input) => {
    // Sound: the key came from the same model's `parseKey`.
    const found = model.find(input[name] as never)
    if (!isPromise(found)) {
      input[name] = required(found)
      return undefined
    }
    return found.then((record) => {
      input[name] = required(record)
    })
  }
}

function required(record: unknown): unknown {
  if (record === null || record === undefined) throw new NotFound()
  return record
}

function toRequestSteps(bindings: Bindings): readonly Step[] {
  return Object.entries(bindings).flatMap(([name, binding]) =>
    !isModel(binding) && binding.kind === 'request' ? [toReadStep(name, binding)] : [],
  )
}

function toReadStep(name: string, binding: RequestBinding<unknown>): Step {
  return (input, request) => put(input, name, binding.read(request))
}

function toBodySteps(bindings: Bindings, site: HandlerSite): readonly Step[] {
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
  return async (input, request) => {
    await put(input, name, binding.validate(await request.body.input(), request))
    if (request.header('precognition') === 'true') throw new InputAccepted()
  }
}

function put(input: Input, name: string, value: unknown): MaybePromise<void> {
  if (isPromise(value)) {
    return value.then((ready) => {
      input[name] = ready
    })
  }
  input[name] = value
  return undefined
}

function isModel(binding: Binding): binding is BoundModel {
  return 'parseKey' in binding
}

function assertParameterExists(index: number, name: string, site: HandlerSite): void {
  if (index !== -1) return
  const names = site.pattern.parameterNames.map((parameter) => `{${parameter}}`)
  throw new SetupError(
    'E_BINDING_PARAMETER',
    `The handler of "${site.pattern.path}" (${site.place.location}) binds {${name}}, but that path has ` +
      `${names.length === 0 ? 'no parameters' : `only ${names.join(', ')}`}. Rename one of them.`,
  )
}
