import { unreachable } from '../../../base/support/unreachable.ts'
import { textLiteral } from '../../../data/migrations/difference/column-text.ts'
import {
  toColumn,
  toOwners,
  type Field,
  type OtherColumn,
  type Owner,
  type Subject,
} from './field.ts'
import { fit } from './fit.ts'
import { toLabel } from './names.ts'

/** `app/models/post.ts` */
export function modelText({ names, fields }: Subject): string {
  const relations = fields.flatMap(({ name, owner }) =>
    owner === undefined
      ? []
      : [`  static ${owner.relation} = belongsTo(() => ${owner.names.model}, '${name}')\n`],
  )
  const imports = toOwners(fields)
    .filter((owner) => owner.names.model !== names.model)
    .map((owner) => `import { ${owner.names.model} } from './${owner.names.file}.ts'\n`)
  const helpers = relations.length === 0 ? '' : 'belongsTo, '
  const body = relations.length === 0 ? '{}' : `{\n${relations.join('')}}`
  return `import { ${helpers}c, Model, timestamps } from 'tenon/models'
${imports.join('')}
export class ${names.model} extends Model('${names.table}', {
${toColumnLines(fields, '  ')}}) ${body}
`
}

/** The migration that creates the table of a model. */
export function createTableText(table: string, fields: readonly Field[]): string {
  return `import { c, createTable, migration, timestamps } from 'tenon/migrations'

export default migration([
  createTable('${table}', {
${toColumnLines(fields, '    ')}  }),
])
`
}

function toColumnLines(fields: readonly Field[], indent: string): string {
  const columns = fields.map((field) => `${field.name}: ${toColumn(field)}`)
  return ['id: c.id()', ...columns, '...timestamps()'].map((line) => `${indent}${line},\n`).join('')
}

/** The migration that adds columns to a table. */
export function addColumnsText(table: string, fields: readonly Field[]): string {
  const calls = fields.map((field) => `addColumn('${table}', '${field.name}', ${toColumn(field)})`)
  const list = fit(
    `export default migration([${calls.join(', ')}])`,
    `export default migration([\n${calls.map((call) => `  ${call},\n`).join('')}])`,
  )
  return `import { addColumn, c, migration } from 'tenon/migrations'\n\n${list}\n`
}

/** A migration without operations yet. */
export const emptyMigrationText = `import { migration } from 'tenon/migrations'

export default migration([])
`

/** `database/factories/post.ts` */
export function factoryText({ names, fields, others = [] }: Subject): string {
  const samples = [...others.map(toOtherSample), ...fields.map(toSample)]
  const values = [...others, ...fields].flatMap(({ name }, i) =>
    samples[i] === undefined ? [] : [`  ${name}: ${samples[i]},\n`],
  )
  const owners = toRequiredOwners({ names, fields, others })
  const imports = owners.map(
    (owner) => `import { ${owner.names.plural} } from './${owner.names.file}.ts'\n`,
  )
  const usesNumber = values.some((line) => /\bn\b/.test(line.replace(/^[^:]*:/, '')))
  const blueprint = values.length === 0 ? '{}' : `{\n${values.join('')}}`
  return `import { factory } from 'tenon/factories'
import { ${names.model} } from '../../app/models/${names.file}.ts'
${imports.join('')}
export const ${names.plural} = factory(${names.model}, (${usesNumber ? 'n' : ''}) => (${blueprint}))
`
}

/** The owners whose factories the factory of a model uses. */
export function toRequiredOwners({ fields, others = [] }: Subject): readonly Owner[] {
  return toOwners([...fields.filter(({ isNullable }) => !isNullable), ...others])
}

/** The value of a column in a factory; none if a record does not need one. */
function toSample(field: Field): string | undefined {
  const { kind, isNullable, owner, values = [] } = field
  if (owner !== undefined) {
    return isNullable ? undefined : ownerSample(owner)
  }
  switch (kind) {
    case 'text':
      return textSample(field)
    case 'integer':
      return 'n'
    case 'real':
      return 'n + 0.5'
    case 'decimal':
      return decimalSample(field)
    case 'boolean':
      return undefined
    case 'timestamp':
      return 'new Date()'
    case 'date':
      return 'new Date().toISOString().slice(0, 10)'
    case 'enum':
      return textLiteral(values[0] ?? '')
    case 'uuid':
      return 'crypto.randomUUID()'
    default:
      return unreachable(kind)
  }
}

/** A short text has no room for its label. */
function textSample({ name, max = Infinity }: Field): string {
  const label = `${toLabel(name)} `
  if (label.length + DIGITS_OF_N <= max) return `\`${label}\${n}\``
  return max >= DIGITS_OF_N ? '`${n}`' : `String(n).slice(-${max})`
}

/** No test makes a million records of one model. */
const DIGITS_OF_N = 6

/** Written with all digits, as records have it. */
function decimalSample({ digits = { precision: 10, scale: 2 } }: Field): string {
  const { precision, scale } = digits
  const rest = scale === 0 ? '' : `.${'5'.padEnd(scale, '0')}`
  if (precision === scale) return `'0${rest}'`
  return precision - scale >= DIGITS_OF_N ? `\`\${n}${rest}\`` : `\`\${n % 10}${rest}\``
}

function ownerSample({ names, key }: Owner): string {
  return `async () => (await ${names.plural}.create()).${key}`
}

function toOtherSample({ name, kind, owner }: OtherColumn): string {
  if (owner !== undefined) return ownerSample(owner)
  switch (kind) {
    case 'bigint':
      return 'BigInt(n)'
    case 'bytes':
      return 'new Uint8Array([n])'
    case 'json':
      return '{}'
    case 'file':
    case 'stringId':
      return `\`${name}-\${n}\``
    default:
      return unreachable(kind)
  }
}
