import { BadRequest } from '../../../base/support/http-error.ts'
import type { KeyValue } from '../../../data/columns/row.ts'
import { type AnyModel, entityOf, type InstanceOf } from '../../../data/records/entity.ts'
import { keyOf } from '../../../data/records/key.ts'
import { UniqueLookup } from '../../../data/records/unique-lookup.ts'
import type {
  Binding,
  BoundModel,
  ColumnLookup,
  Declared,
  ParameterBinding,
} from '../../../web/binding/binding.ts'
import type { HttpRequest } from '../../../web/http/request.ts'

/** The keys that select a channel: a record or its key for each parameter of the path. */
export type ChannelKeys<B extends Declared> = {
  readonly [Name in keyof B as KeyOf<B[Name]> extends never ? never : Name]: KeyOf<B[Name]>
}

// oxfmt-ignore
type KeyOf<B> =
  B extends ParameterBinding<infer Value> ? Value :
  B extends AnyModel ? InstanceOf<B> | KeyValue<B['columns']> :
  B extends ColumnLookup<infer M> ? InstanceOf<M> | KeyValue<M['columns']> :
  B extends BoundModel ? string :
  never

/** The maximum length of a name with its keys, because messages between processes have a limited size. */
const lengthLimit = 500

/** Names channels by their keys: `ticket/5`. */
export class ChannelNames<B extends Declared> {
  readonly #name: string
  readonly #keys: readonly (readonly [
    name: string,
    model: AnyModel | undefined,
    isForeign: boolean,
  ])[]

  constructor(name: string, bindings: B) {
    this.#name = name
    this.#keys = Object.entries(bindings).flatMap(([key, binding]) => {
      if (!isPathBinding(binding)) return []
      const model = modelOf(binding)
      return [[key, model, model === undefined && 'parseKey' in binding] as const]
    })
  }

  /** The name from records or keys. */
  ofKeys(keys: ChannelKeys<B>): string {
    const given: Readonly<Record<string, unknown>> = keys
    return this.#join(this.#keys.map(([name, model]) => toText(model, given[name])))
  }

  /** The name from the values that a request has bound. */
  ofInput(input: object, request: HttpRequest): string {
    const bound = new Map(Object.entries(input))
    return this.#join(
      this.#keys.map(([name, model, isForeign]) =>
        isForeign ? (request.param(name) ?? '') : toText(model, bound.get(name)),
      ),
    )
  }

  #join(keys: readonly string[]): string {
    const channel = [this.#name, ...keys.map(encodeURIComponent)].join('/')
    if (channel.length > lengthLimit) throw new BadRequest('The keys of the channel are too long')
    return channel
  }
}

function isPathBinding(binding: Declared[string]): binding is Binding {
  if ('parseKey' in binding) return true
  return 'kind' in binding && binding.kind === 'parameter'
}

/** The model whose keys name the channel; `undefined` for a plain parameter and for other stores. */
function modelOf(binding: Binding): AnyModel | undefined {
  const model = binding instanceof UniqueLookup ? binding.model : binding
  return isOurs(model) ? model : undefined
}

function isOurs(model: object): model is AnyModel {
  return '~entity' in model
}

function toText(model: AnyModel | undefined, value: unknown): string {
  if (model === undefined) return String(value)
  const { table } = entityOf(model)
  const key = typeof value === 'object' && value !== null ? keyOf(table, { ...value }) : value
  return String(parse(model, String(key)) ?? key)
}

/** The key in the form in which keys are compared: UUIDs may be written in upper case. */
function parse(model: AnyModel, text: string): unknown {
  return 'parseKey' in model && typeof model.parseKey === 'function' ? model.parseKey(text) : text
}
