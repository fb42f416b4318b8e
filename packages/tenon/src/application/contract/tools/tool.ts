import { SetupError } from '../../../base/support/setup-error.ts'
import type { Bindings } from '../../../web/binding/binding.ts'
import {
  describeAnswers,
  isJson,
  type AnswerDescription,
} from '../../../web/binding/answers/description.ts'
import { BoundHandler } from '../../../web/binding/handler.ts'
import { toTitle, type ListedRoute, type RouteList } from '../../../web/routing/route-list.ts'
import type { RouteEntry } from '../../../web/routing/types/entry.ts'
import { toAnswerSchema, type Writing } from '../openapi/answer-schema.ts'
import { Components, type JsonSchema } from '../openapi/json-schema.ts'
import { toToolInput, type ToolInput } from './tool-input.ts'

/** A route that agents may call (https://modelcontextprotocol.io, tools). */
export interface Tool {
  /** The route's name, with `_` instead of `.`, which not every agent accepts. */
  readonly name: string
  readonly description: string
  readonly route: ListedRoute
  readonly input: ToolInput
  readonly inputSchema: ObjectSchema
  /** The schema of the answers, if all of them are objects. */
  readonly outputSchema: ObjectSchema | undefined
}

/** The protocol accepts only schemas of objects. */
export type ObjectSchema = JsonSchema & { readonly type: 'object' }

/** Makes tools of the routes with `.tool()`. Throws `E_TOOL` for a route that cannot be a tool. */
export function toTools({ routes }: RouteList<RouteEntry>): readonly Tool[] {
  const tools = routes.flatMap((route) => {
    const { tool } = route
    return tool === undefined ? [] : [toTool(route, tool)]
  })
  for (const [name, [one, other]] of Map.groupBy(tools, (tool) => tool.name)) {
    if (one === undefined || other === undefined) continue
    const reason = `agents would know it by the same name "${name}" as ${toTitle(one.route)}. Rename one of them`
    throw impossible(other.route, reason)
  }
  return tools
}

function toTool(route: ListedRoute, description: string): Tool {
  const { handler, name } = route
  if (name === undefined) throw impossible(route, 'has no name. Add .name(…)')
  if (!(handler instanceof BoundHandler) || handler.answers === undefined) {
    throw impossible(route, 'does not declare its responses. Add .answers(…) to its handler')
  }
  const components = new Components()
  const successes = [...describeAnswers(handler.answers.stated)].filter(([status]) => status < 300)
  if (successes.some(([, stated]) => isEventStream(stated))) {
    throw impossible(route, 'answers with an event stream, which may have no end')
  }
  const writing = { place: toTitle(route), components }
  const outputs = successes.map(([, stated]) => toResultSchema(stated, writing))
  // Sound: a handler with any other binding does not boot.
  const input = toToolInput(route, handler.bindings as Bindings, components)
  if (input.twice !== undefined) {
    throw impossible(route, `has two inputs named "${input.twice}". Rename one of them`)
  }
  return {
    name: name.replaceAll('.', '_'),
    description,
    route,
    input,
    inputSchema: withDefinitions(toInputSchema(input), components),
    outputSchema: toOutput(outputs, components),
  }
}

function isEventStream(stated: AnswerDescription): boolean {
  return stated.kind === 'items' && stated.mediaType === 'text/event-stream'
}

function toResultSchema(stated: AnswerDescription, writing: Writing): JsonSchema | undefined {
  return isJson(stated) ? toAnswerSchema(stated, writing) : undefined
}

function toInputSchema({ parts }: ToolInput): ObjectSchema {
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => required),
  }
}

/** Copies the components that a schema uses into the schema, because a tool has no document to refer to. */
function withDefinitions(schema: ObjectSchema, components: Components): ObjectSchema {
  const used = components.usedBy(schema)
  const own = { ...schema, ...(Object.keys(used).length === 0 ? {} : { $defs: used }) }
  const text = JSON.stringify(own).replaceAll('"#/components/schemas/', '"#/$defs/')
  // Sound: only references have changed.
  return JSON.parse(text) as ObjectSchema
}

/**
 * The schema of all results. A tool with such a schema must always answer with an object that fits it. The protocol
 * requires `type: 'object'` at the root, where a record has only a reference.
 */
function toOutput(
  outputs: readonly (JsonSchema | undefined)[],
  components: Components,
): ObjectSchema | undefined {
  const objects = outputs.filter(
    (output) => output !== undefined && describesObject(output, components),
  )
  const [only, second] = objects
  if (only === undefined || objects.length < outputs.length) return undefined
  const one = only['type'] === 'object' ? only : { allOf: [only] }
  const schema: JsonSchema = second === undefined ? one : { anyOf: objects }
  return withDefinitions({ ...schema, type: 'object' }, components)
}

function describesObject(schema: JsonSchema, components: Components): boolean {
  const { type, allOf } = components.resolve(schema)
  if (Array.isArray(allOf)) {
    return allOf.some((part: JsonSchema) => describesObject(part, components))
  }
  return type === 'object'
}

function impossible(route: ListedRoute, reason: string): SetupError {
  return new SetupError(
    'E_TOOL',
    `${toTitle(route)} (${route.place.location}) says .tool(), but ${reason}.`,
  )
}
