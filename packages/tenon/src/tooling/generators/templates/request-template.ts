import { unreachable } from '../../../base/support/unreachable.ts'
import { textLiteral } from '../../../data/migrations/difference/column-text.ts'
import type { Field, Subject } from './field.ts'
import { fit } from './fit.ts'
import { toLabel } from './names.ts'

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
  const calls = toRequiredCalls(field)
  if (field.isNullable) return [...calls, '.nullable()', '.default(null)']
  return field.kind === 'boolean' ? [...calls, '.default(false)'] : calls
}

function toRequiredCalls(field: Field): readonly string[] {
  const { name, kind, isNullable, max, values = [] } = field
  const label = toLabel(name)
  switch (kind) {
    case 'text':
      return [
        'z',
        isNullable ? '.string()' : `.string('${label} is required')`,
        '.trim()',
        ...(isNullable ? [] : [`.min(1, '${label} is required')`]),
        ...(max === undefined
          ? []
          : [`.max(${max}, '${label} must have at most ${max} characters')`]),
      ]
    case 'integer':
      return ['z', `.int('${label} must be a whole number')`]
    case 'real':
      return ['z', `.number('${label} must be a number')`]
    case 'decimal':
      return ['z', `.string('${label} must be a number')`, toDecimalCheck(field, label)]
    case 'boolean':
      return ['z', '.boolean()']
    case 'timestamp':
      return [
        'z.iso',
        `.datetime('${label} must be a date and time')`,
        '.transform((text) => new Date(text))',
      ]
    case 'date':
      return ['z.iso', `.date('${label} must be a date')`]
    case 'enum':
      return ['z', `.enum([${values.map(textLiteral).join(', ')}], 'Choose one for ${label}')`]
    case 'uuid':
      return ['z', `.uuid('${label} must be a UUID')`]
    default:
      return unreachable(kind)
  }
}

/** The column rejects a number with more digits. */
function toDecimalCheck({ digits = { precision: 10, scale: 2 } }: Field, label: string): string {
  const { precision, scale } = digits
  const whole = precision === scale ? '0' : `\\d{1,${precision - scale}}`
  const fraction = scale === 0 ? '' : `(?:\\.\\d{1,${scale}})?`
  const places = scale === 0 ? 'a whole number' : `a number with up to ${scale} decimal places`
  return `.regex(/^-?${whole}${fraction}$/, '${label} must be ${places}')`
}
