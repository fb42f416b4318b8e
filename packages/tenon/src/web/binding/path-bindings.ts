/**
 * What a handler binds from the path: keys first, all of them, then the records that they name.
 *
 * A record that stands below another in the path is looked up within it, by the relation between
 * their models; those that stand below none are looked up together.
 */
import type { AnyModel } from '../records/entity.ts'
import { findWithin } from '../relations/within.ts'
import type { RouteSite } from '../routing/handler.ts'
import { BadRequest, NotFound } from '../support/http-error.ts'
import { isPromise, type MaybePromise } from '../support/maybe-promise.ts'
import { SetupError } from '../support/setup-error.ts'
import { isModel, type Binding, type Bindings, type BoundModel } from './binding.ts'
import type { Input, Step } from './step.ts'

/** The steps that bind the path, in order. Throws `SetupError` when the path does not fit. */
export function toPathSteps(bindings: Bindings, site: RouteSite): readonly Step[] {
  const parameters = toParameters(bindings, site)
  if (parameters.length === 0) return []
  return [toParseStep(parameters), ...toFindSteps(parameters, site)]
}

interface Parameter {
  readonly name: string
  /** Where it stands in the path. */
  readonly index: number
  readonly expected: string
  readonly parse: (text: string) => unknown
  /** Finds the record; `undefined` for a plain parameter. */
  readonly find: ((key: never) => MaybePromise<unknown>) | undefined
  /** The model, when it is one of ours, whose relations are known. */
  readonly model: AnyModel | undefined
  /** The column that the path names: `{post:slug}`. */
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
    return [{ ...known, index: toIndex(name, site), expected, parse }]
  }
  const index = toIndex(name, site)
  const model = isOurs(binding) ? binding : undefined
  const column = toColumn(name, site)
  const lookup = column === undefined ? binding : toLookup(name, column, model, site)
  const parse = (text: string): unknown => lookup.parseKey(text)
  const find = (key: never): MaybePromise<unknown> => lookup.find(key)
  return [{ ...known, index, expected: 'a key', parse, find, model, column }]
}

function toParseStep(parameters: readonly Parameter[]): Step {
  return (input, request) => {
    for (const { name, index, parse, expected } of parameters) {
      const value = parse(request.parameterAt(index))
      if (value === undefined) {
        throw new BadRequest(`The path parameter "${name}" must be ${expected}`)
      }
      input[name] = value
    }
  }
}

/** First what stands below no other record, all at once; then each of the others within its parent. */
function toFindSteps(parameters: readonly Parameter[], site: RouteSite): readonly Step[] {
  const together: Step[] = []
  const within: Step[] = []
  let parent: Parameter | undefined
  for (const parameter of parameters) {
    if (parameter.find === undefined) continue
    if (site.isUnscoped || parent === undefined || parameter.model === undefined) {
      together.push(toFind(parameter))
    } else {
      within.push(toFindWithin(parent, parameter, site))
    }
    if (parameter.model !== undefined) parent = parameter
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

function toFindWithin(parent: Parameter, child: Parameter, site: RouteSite): Step {
  const options = child.column === undefined ? {} : { column: child.column }
  const find = parent.model && child.model && findWithin(parent.model, child.model, options)
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

function isOurs(model: BoundModel): model is BoundModel & AnyModel & Lookups {
  return '~entity' in model
}

/** Finds by a unique column in place of the key. */
interface Lookups {
  by(column: string): BoundModel
}

function toLookup(
  name: string,
  column: string,
  model: (AnyModel & Partial<Lookups>) | undefined,
  site: RouteSite,
): BoundModel {
  if (model?.by !== undefined) return model.by(column)
  throw new SetupError(
    'E_BINDING_COLUMN',
    `The path "${site.pattern.path}" (${site.place.location}) names the column "${column}" of {${name}}, ` +
      'but the handler binds it to nothing that has columns.',
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

function unrelated(parent: Parameter, child: Parameter, { pattern, place }: RouteSite): SetupError {
  return new SetupError(
    'E_BINDING_UNRELATED',
    `The handler of "${pattern.path}" (${place.location}) looks {${child.name}} up within {${parent.name}}, but no ` +
      `relation ties "${parent.model?.table}" to "${child.model?.table}". Declare one, or say .unscoped().`,
  )
}
