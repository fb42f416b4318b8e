import { madeOf, withLabel, type Field, type Subject } from './field.ts'
import { fit } from './fit.ts'

/** `app/requests/post-request.ts` */
export function requestText({ names, fields }: Subject): string {
  const lines = fields.map(toSchema)
  const shape =
    lines.length === 0 ? 'body(z.object({}))' : `body(\n  z.object({\n${lines.join('')}  }),\n)`
  return `import { body } from 'tenon'
import { z } from 'zod'

export const ${names.model}Request = ${shape}
`
}

function toSchema(field: Field): string {
  const calls = toCalls(field)
  const line = `${field.name}: ${calls.join('')},`
  return `    ${fit(`    ${line}`, spread(field.name, calls)).trimStart()}\n`
}

/** One call of the chain per line. */
function spread(name: string, calls: readonly string[]): string {
  return `${name}: ${calls.join('\n      ')},`
}

/** The calls of a schema, in order. */
function toCalls(field: Field): readonly string[] {
  const { schema, default: preset } = madeOf(field)
  const calls = schema?.(withLabel(field)) ?? []
  if (field.isNullable) return [...calls, '.nullable()', '.default(null)']
  return preset === undefined ? calls : [...calls, `.default(${preset})`]
}
