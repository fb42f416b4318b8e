import {
  isLong,
  madeOf,
  sampleOf,
  toColumn,
  toOwners,
  withLabel,
  type Field,
  type OtherColumn,
  type Owner,
  type Subject,
} from './field.ts'
import { diskImports, fileSample, sampleImports, toDisk } from './file-templates.ts'
import { fit, fitList } from './fit.ts'
import type { Names } from './names.ts'
import { createOwnText, fitOwn } from './whose/whose.ts'

/** `app/models/post.ts` */
export function modelText({ names, fields }: Subject): string {
  const relations = fields.flatMap(({ name, owner }) =>
    owner === undefined || owner.isOwner === true || owner.isPlain === true
      ? []
      : [`  static ${owner.relation} = belongsTo(() => ${owner.names.model}, '${name}')\n`],
  )
  const imports = toOwners(fields)
    .filter(({ isPlain, names: { model } }) => isPlain !== true && model !== names.model)
    .map((owner) => `import { ${owner.names.model} } from './${owner.names.file}.ts'\n`)
  const helpers = relations.length === 0 ? '' : 'belongsTo, '
  const body = relations.length === 0 ? '{}' : `{\n${relations.join('')}}`
  return `import { ${helpers}c, Model, timestamps } from 'tenon/models'
${diskImports({ names, fields }, 'app/models')}${imports.join('')}
export class ${names.model} extends Model('${names.table}', {
${toModelLines(fields, names)}}) ${body}
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

/** The migration of a pivot table: no two rows are of the same two records. */
export function createPairsText(table: string, [first, second, ...others]: Pair): string {
  const { owner } = first
  const key = `${first.name}: c.${first.kind}().references('${owner.table}.${owner.key}', { onDelete: 'cascade' })`
  const columns = [second, ...others].map((field) => `${field.name}: ${toColumn(field)}`)
  const lines = [key, ...columns].map((line) => toColumnLine(`      ${line},`))
  return `import { c, createTable, migration } from 'tenon/migrations'

export default migration([
  createTable(
    '${table}',
    {
${lines.join('')}    },
    { primaryKey: ['${first.name}', '${second.name}'] },
  ),
])
`
}

type Pair = readonly [
  first: Field & { readonly owner: Owner },
  second: Field,
  ...others: readonly Field[],
]

/**
 * The columns of a table that is named after the two models that it connects, such as `post_tags`, with those of the
 * models first; `undefined` for any other table.
 */
export function findPair(table: string, fields: readonly Field[]): Pair | undefined {
  const [one, other, third] = fields.filter(isOwned)
  if (one === undefined || other === undefined || third !== undefined) return undefined
  if (one.isNullable || other.isNullable) return undefined
  const namesOf = ({ owner: { relation, table: owned } }: typeof one): readonly string[] => [
    relation,
    `${relation}s`,
    owned,
  ]
  const isNamedAfter = namesOf(one).some((first) =>
    namesOf(other).some((second) => [`${first}_${second}`, `${second}_${first}`].includes(table)),
  )
  const others = fields.filter((field) => field !== one && field !== other)
  return isNamedAfter ? [one, other, ...others] : undefined
}

function isOwned(field: Field): field is Field & { readonly owner: Owner } {
  return field.owner !== undefined && field.owner.isOwner !== true
}

/** The columns of a model. The column of the owner also names the owner's model. */
function toModelLines(fields: readonly Field[], names: Names): string {
  const columns = fields.map((field) => {
    const { owner } = field
    if (field.kind === 'file') {
      const call = `c.file(${toDisk(field, names).name})`
      return `  ${field.name}: ${toColumn(field).replace('c.text()', call)},\n`
    }
    const limit = isLong(field) ? 'c.text({ max: 10_000 })' : 'c.text()'
    if (owner?.isOwner !== true)
      return toColumnLine(`  ${field.name}: ${toColumn(field).replace('c.text()', limit)},`)
    const call = `.owner(() => ${owner.names.model})`
    return `${toChain(`  ${field.name}: ${toColumn(field, call)},`)}\n`
  })
  return ['  id: c.id(),\n', ...columns, '  ...timestamps(),\n'].join('')
}

function toColumnLines(fields: readonly Field[], indent: string): string {
  const within = fields.find(({ owner }) => owner?.isOwner)?.name
  const columns = fields.map((field) => `${field.name}: ${toColumn(field, '', within)}`)
  return ['id: c.id()', ...columns, '...timestamps()']
    .map((line) => toColumnLine(`${indent}${line},`))
    .join('')
}

function toColumnLine(line: string): string {
  return `${fit(line, toLines(line))}\n`
}

/** A line that is too long, over several lines. A single call stays on the line of its column. */
function toLines(line: string): string {
  const isChain = /\)\.\w+\(/.test(line.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, ''))
  const listed = fitList(line)
  if (!isChain && listed !== line) return listed
  return toChain(line).split('\n').map(fitList).join('\n')
}

/** One call per line: formatters break a chain that contains a function or does not fit. */
function toChain(line: string): string {
  const indent = `${/^ */.exec(line)?.[0]}  `
  return line.replace(/\bc\./, `c\n${indent}.`).replaceAll(/\)\.(?=\w+\()/g, `)\n${indent}.`)
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
  const sampled = ownerFirst(fields)
  const samples = [
    ...others.map(toOtherSample),
    ...sampled.map((field) => (field.kind === 'file' ? fileSample(field, names) : toSample(field))),
  ]
  const values = [...others, ...sampled].flatMap(({ name }, i) =>
    samples[i] === undefined ? [] : [fitSample(name, samples[i])],
  )
  const owners = toRequiredOwners({ names, fields, others })
  const used = owners.flatMap(({ names: each, shared }) => [
    each,
    ...(shared?.theirs.steps.map((step) => step.names) ?? []),
  ])
  const imports = new Set(
    used.map((each) => `import { ${each.plural} } from './${each.file}.ts'\n`),
  )
  const usesNumber = values.some((line) => /\bn\b/.test(line.replace(/^[^:]*:/, '')))
  const blueprint = values.length === 0 ? '{}' : `{\n${values.join('')}}`
  const hasPassword = sampled.some(isPassword)
  return `${hasPassword ? `import { hash } from 'tenon/auth'\n` : ''}import { factory } from 'tenon/factories'
${sampleImports({ names, fields })}import { ${names.model} } from '../../app/models/${names.file}.ts'
${[...imports].join('')}
${hasPassword ? passwordText(names) : ''}export const ${names.plural} = factory(${names.model}, (${usesNumber ? 'n' : ''}) => (${blueprint}))
`
}

/** Puts the team or user first, because a function in a factory receives only the values before it. */
function ownerFirst(fields: readonly Field[]): readonly Field[] {
  const given = new Set(fields.flatMap(({ owner }) => owner?.shared?.own ?? []))
  return fields.toSorted(
    (one, other) => Number(given.has(other.name)) - Number(given.has(one.name)),
  )
}

function fitSample(name: string, sample: string): string {
  const line = `  ${name}: ${sample},`
  const [start, value] = line.includes('\n') ? [line] : line.split(/(?<= =>) /)
  return `${fit(line, value === undefined ? line : `${start}\n${fitOwn(`    ${value}`)}`)}\n`
}

/** The owners whose factories the factory of a model uses. */
export function toRequiredOwners({ fields, others = [] }: Subject): readonly Owner[] {
  const required = toOwners([...fields.filter(({ isNullable }) => !isNullable), ...others])
  return required.filter(({ isCircular }) => isCircular !== true)
}

/** The value of a column in a factory; `undefined` if a record does not need one. */
function toSample(field: Field): string | undefined {
  const { isNullable, owner } = field
  if (owner !== undefined) {
    return isNullable ? undefined : ownerSample(field.name, owner)
  }
  // Hashed once, with the first record.
  if (isPassword(field)) return '() => (hashed ??= hash.make(password))'
  if (isAddress(field)) return `\`${field.name}\${n}@example.com\``
  return sampleOf(field)
}

/** Whether a column has the hash of a password, with which a record of the factory logs in. */
function isPassword({ name, kind, isHidden }: Field): boolean {
  return name === 'password' && kind === 'text' && isHidden === true
}

/** Whether a column has an email address, so that forms and logins accept only a valid one. */
function isAddress({ name, kind }: Field): boolean {
  return kind === 'text' && /(?:^|_)email$/.test(name)
}

function passwordText({ labels }: Names): string {
  return `/** The password of all ${labels} that the factory creates. */
export const password = 'correct horse battery'

let hashed: Promise<string> | undefined

`
}

function ownerSample(name: string, { names, key, isCircular, shared }: Owner): string {
  if (isCircular !== true && shared !== undefined) {
    const { own, theirs, isNarrower } = shared
    const given = isNarrower ? `${own} ?? undefined` : own
    return `async ({ ${own} }) => (${createOwnText(names, theirs, given)}).${key}`
  }
  if (isCircular !== true) return `async () => (await ${names.plural}.create()).${key}`
  return `() => {
    throw new Error('Give it ${name}: a factory of ${names.model} would need this one')
  }`
}

function toOtherSample(column: OtherColumn): string | undefined {
  const { owner } = column
  return owner === undefined
    ? madeOf(column).sample?.(withLabel(column))
    : ownerSample(column.name, owner)
}
