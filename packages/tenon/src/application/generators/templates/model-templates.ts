import { unreachable } from '../../../base/support/unreachable.ts'
import { toColumn, toOwners, type Field, type Subject } from './field.ts'
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
  return `import { ${helpers}c, Model, timestamps } from 'tenon/database'
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
export function factoryText({ names, fields }: Subject): string {
  const values = fields.flatMap((field) => {
    const value = toSample(field)
    return value === undefined ? [] : [`  ${field.name}: ${value},\n`]
  })
  const owners = toOwners(fields.filter((field) => !field.isNullable))
  const imports = owners.map(
    (owner) => `import { ${owner.names.plural} } from './${owner.names.file}.ts'\n`,
  )
  const usesNumber = values.some((line) => /\bn\b/.test(line.replace(/^[^:]*:/, '')))
  const blueprint = values.length === 0 ? '{}' : `{\n${values.join('')}}`
  return `import { factory } from 'tenon/database'
import { ${names.model} } from '../../app/models/${names.file}.ts'
${imports.join('')}
export const ${names.plural} = factory(${names.model}, (${usesNumber ? 'n' : ''}) => (${blueprint}))
`
}

/** The value of a column in a factory; none if a record does not need one. */
function toSample({ name, kind, isNullable, owner }: Field): string | undefined {
  if (owner !== undefined) {
    return isNullable
      ? undefined
      : `async () => (await ${owner.names.plural}.create()).${owner.key}`
  }
  switch (kind) {
    case 'text':
      return `\`${toLabel(name)} \${n}\``
    case 'integer':
      return 'n'
    case 'real':
      return 'n + 0.5'
    case 'boolean':
      return undefined
    case 'timestamp':
      return 'new Date()'
    case 'uuid':
      return 'crypto.randomUUID()'
    default:
      return unreachable(kind)
  }
}
