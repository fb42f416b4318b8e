/**
 * Binds the path: parses all keys first, then finds the records.
 *
 * A record nested below another in the path is looked up within it, through the relation between
 * their models. Records that are not nested are looked up concurrently.
 */
import { UniqueLookup } from '../../data/records/unique-lookup.ts'
import { type AnyModel, entityOf } from '../../data/records/entity.ts'
import { findWithin } from '../../data/relations/within.ts'
import type { RouteSite } from '../routing/handler.ts'
import { BadRequest, NotFound } from '../../base/support/http-error.ts'
import { isPromise, type MaybePromise } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import {
  isModel,
  type Binding,
  type Bindings,
  type BoundModel,
  type Input,
  type Step,
} from './binding.ts'
import {
  type Before,
  type BoundParameter,
  isOwned,
  toOwnedLookup,
  unrelated,
} from './owned-steps.ts'

/** Creates the steps that bind the path, in order. Throws `SetupError` if the path does not fit. */
export function toPathSteps(bindings: Bindings, site: RouteSite): readonly Step[] {
  const parameters = toParameters(bindings, site)
  if (parameters.length === 0) return []
  return [toParseStep(parameters), ...toFindSteps(parameters, site)]
}

interface Parameter {
  readonly name: string
  /** Its position in the path. */
  readonly index: number
  /** The error message if its text cannot be parsed. */
  readonly problem: string
  readonly parse: (text: string) => unknown
  /** Finds the record; `undefined` for a plain parameter. */
  readonly find: ((key: never) => MaybePromise<unknown>) | undefined
  /** The model, if it is a Tenon model, whose relations are known. */
  readonly model: AnyModel | undefined
  /** The column named in the path or by the binding: `{post:slug}`, `Post.by('slug')`. */
  readonly column: string | undefined
}

function toParameters(bindings: Bindings, site: RouteSite): readonly Parameter[] {
  return Object.entries(bindings)
    .flatMap(([name, binding]) => toParameter(name, binding, site))
    .toSorted((a, b) => a.index - b.index)
}

function toParameter(name: string, binding: Binding, site: RouteSite): readonly Parameter[] {
  const known = { name, find: undefined, model: undefined, column: undefined }
  if (!isModel(binding)) {
    if (binding.kind !== 'parameter') return []
    const { expected, parse } = binding
    const problem = `The ${name} in the URL must be ${expected}`
    return [{ ...known, index: toIndex(name, site), problem, parse }]
  }
  const index = toIndex(name, site)
  const unique = binding instanceof UniqueLookup ? binding : undefined
  const declared = unique?.model ?? binding
  const model = isOurs(declared) ? declared : undefined
  const named = toColumn(name, site)
  const column = named ?? unique?.column
  if (model !== undefined && column === undefined) assertPathKey(name, model, site)
  const lookup = named === undefined ? binding : toLookup(name, named, model, site)
  const parse = (text: string): unknown => lookup.parseKey(text)
  const find = (key: never): MaybePromise<unknown> => lookup.find(key)
  const problem = `The URL does not contain a valid ${name}`
  return [{ ...known, index, problem, parse, find, model, column }]
}

/** Throws `E_BINDING_KEY` for a key of several columns, which one parameter cannot hold. */
function assertPathKey(name: string, model: AnyModel, { pattern, place }: RouteSite): void {
  const { key, keys } = entityOf(model).table
  if (key !== undefined) return
  throw new SetupError(
    'E_BINDING_KEY',
    `The handler of "${pattern.path}" (${place.location}) binds {${name}} to "${model.table}", whose key has several columns: ` +
      `${keys.map((each) => each.name).join(', ')}. Bind its parts, and find the record in the handler.`,
  )
}

function toParseStep(parameters: readonly Parameter[]): Step {
  return (input, request) => {
    for (const { name, index, parse, problem } of parameters) {
      const value = parse(request.parameterAt(index))
      if (value === undefined) throw new BadRequest(problem)
      input[name] = value
    }
  }
}

/** Finds records without a parent concurrently, then each of the others within its parent. */
function toFindSteps(parameters: readonly Parameter[], site: RouteSite): readonly Step[] {
  const together: Step[] = []
  const within: Step[] = []
  const before: BoundParameter[] = []
  let parent: BoundParameter | undefined
  for (const parameter of parameters) {
    if (parameter.find === undefined) continue
    if (isBound(parameter) && isOwned(parameter.model)) {
      within.push(toFindOwned(parameter, { parameters: [...before], parent, site }))
    } else if (site.isUnscoped || parent === undefined || !isBound(parameter)) {
      together.push(toFind(parameter))
    } else {
      within.push(toFindWithin(parent, parameter, site))
    }
    if (isBound(parameter)) {
      parent = parameter
      before.push(parameter)
    }
  }
  return [...(together.length > 1 ? [toFindTogether(together)] : together), ...within]
}

function toFindTogether(steps: readonly Step[]): Step {
  return async (input, request) => {
    await Promise.all(steps.map(async (step) => step(input, request)))
  }
}

function toFind({ name, find }: Parameter): Step {
  // Sound: the key came from the same model's `parseKey`.
  return (input) => putFound(input, name, find?.(input[name] as never))
}

function toFindOwned(child: BoundParameter, before: Before): Step {
  const find = toOwnedLookup(child, before)
  return (input, request) => putFound(input, child.name, find(input, request, input[child.name]))
}

function isBound(parameter: Parameter): parameter is Parameter & BoundParameter {
  return parameter.model !== undefined
}

function toFindWithin(parent: BoundParameter, child: BoundParameter, site: RouteSite): Step {
  const options = child.column === undefined ? {} : { column: child.column }
  const find = findWithin(parent.model, child.model, options)
  if (find === undefined) throw unrelated(parent, child, site)

  return (input) => {
    const record = input[parent.name]
    if (typeof record !== 'object' || record === null) throw new NotFound()
    return putFound(input, child.name, find(record, input[child.name]))
  }
}

function putFound(input: Input, name: string, found: MaybePromise<unknown>): MaybePromise<void> {
  if (isPromise(found)) {
    return found.then((record) => {
      input[name] = required(record)
    })
  }
  input[name] = required(found)
  return undefined
}

function required(record: unknown): unknown {
  if (record === null || record === undefined) throw new NotFound()
  return record
}

function isOurs(model: object): model is AnyModel & Lookups {
  return '~entity' in model
}

/** Finds records by a unique column instead of the key. */
interface Lookups {
  by(column: string): BoundModel
}

function toLookup(
  name: string,
  column: string,
  model: Lookups | undefined,
  site: RouteSite,
): BoundModel {
  if (model !== undefined) return model.by(column)
  throw new SetupError(
    'E_BINDING_COLUMN',
    `The path "${site.pattern.path}" (${site.place.location}) names the column "${column}" of {${name}}, ` +
      'but the handler does not bind it to a model.',
  )
}

function toColumn(name: string, { pattern }: RouteSite): string | undefined {
  const segment = pattern.segments.find(
    (segment) => segment.kind !== 'fixed' && segment.name === name,
  )
  return segment?.kind === 'parameter' ? segment.column : undefined
}

function toIndex(name: string, { pattern, place }: RouteSite): number {
  const index = pattern.parameterNames.indexOf(name)
  if (index !== -1) return index
  const names = pattern.parameterNames.map((parameter) => `{${parameter}}`)
  throw new SetupError(
    'E_BINDING_PARAMETER',
    `The handler of "${pattern.path}" (${place.location}) binds {${name}}, but that path has ` +
      `${names.length === 0 ? 'no parameters' : `only ${names.join(', ')}`}. Rename one of them.`,
  )
}
