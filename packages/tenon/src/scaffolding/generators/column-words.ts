import { fieldKinds, isLong, LONG_TEXT_LIMIT, type Field, type Owner } from '../templates/field.ts'
import { isReserved } from '../../data/columns/table.ts'
import { isFreeRelation, toExistingNames, type Names } from '../templates/names.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { readModel } from './model-source.ts'
import type { Project } from './project.ts'

/**
 * Reads columns such as `title:text`, `slug:text:unique`, `author:belongsTo:User:nullable`, `team:owner`. A column may
 * belong to a record of `own`, the model with these columns, which does not have to exist yet.
 *
 * Throws `E_MAKE_COLUMN` for an invalid word, and `E_MAKE_MODEL` for an owner without a model.
 */
export function parseColumns(
  words: readonly string[],
  project: Project,
  own?: Names,
): readonly Field[] {
  const fields = words.map((word) => parseColumn(word, project, own))
  const twice = fields.find(({ name }, i) => fields.findIndex((other) => other.name === name) !== i)
  if (twice !== undefined) {
    throw new SetupError('E_MAKE_COLUMN', `The column "${twice.name}" is given twice.`)
  }
  const owners = fields.filter(({ owner }) => owner?.isOwner)
  if (owners.length > 1) {
    throw new SetupError('E_MAKE_COLUMN', 'A record has one owner. Write belongsTo for the others.')
  }
  return owners.length === 0 ? fields : fields.map(outliveUser)
}

/** A team keeps its records when the account of the member who has made them is deleted. */
function outliveUser(field: Field): Field {
  const { owner } = field
  const isOfUser = owner?.names.model === 'User' && owner.isOwner !== true
  return isOfUser ? { ...field, isNullable: true } : field
}

function parseColumn(word: string, project: Project, own: Names | undefined): Field {
  const [name = '', type = 'text', ...modifiers] = word.split(':')
  if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name) || automatic.has(name)) {
    throw new SetupError(
      'E_MAKE_COLUMN',
      `"${name}" cannot be a column. Use lower-case words joined by "_"; id, created_at and updated_at already exist.`,
    )
  }
  if (isReserved(name) || (type === 'belongsTo' && !isFreeRelation(name))) {
    throw new SetupError(
      'E_MAKE_COLUMN',
      `"${word}" cannot be named so: models or their records have a member "${name}". Choose another name.`,
    )
  }
  const [first = ''] = modifiers
  if (type === 'belongsTo' || type === 'owner') {
    const model = /^[A-Z]/.test(first) ? first : name
    const rest = model === first ? modifiers.slice(1) : modifiers
    const owner = toExistingNames(model)
    const field = { ...toOwned(name, owner, project, own), ...toModifiers(rest, word) }
    if (type === 'owner') return toOwnerColumn(field, word)
    if (owner.model !== own?.model || field.isNullable) return field
    throw new SetupError(
      'E_MAKE_COLUMN',
      `"${word}" must be nullable: the first ${owner.label} has no other to belong to.`,
    )
  }
  const kind = fieldKinds.find((known) => known === type)
  if (kind === 'decimal') return { name, kind, ...toDecimal(modifiers, word) }
  if (kind === 'enum') return { name, kind, ...toEnum(modifiers, word) }
  if (kind === 'text' && modifiers.includes('long'))
    return { name, kind, ...toLong(modifiers, word) }
  if (kind === 'file') return toFile(name, toModifiers(modifiers, word), word)
  if (kind === 'boolean' && modifiers.includes('unique')) {
    throw new SetupError(
      'E_MAKE_COLUMN',
      `"${word}" cannot be unique: there would be two records at most.`,
    )
  }
  if (kind !== undefined) return { name, kind, ...toModifiers(modifiers, word) }
  const meant = translate(type)
  const remedy =
    meant === undefined
      ? `Use ${fieldKinds.join(', ')}, belongsTo or owner.`
      : `Write ${name}:${meant}.`
  throw new SetupError('E_MAKE_COLUMN', `"${type}" in "${word}" is not a type. ${remedy}`)
}

/** Writes a type as other frameworks and databases name it in Tenon's words: `decimal(6,2)?` is `decimal:6:2:nullable`. */
function translate(type: string): string | undefined {
  const [, given = '', list, mark] = /^(\w+)(?:\(([^)]*)\))?(\?)?$/.exec(type) ?? []
  const kind = namesElsewhere.get(given.toLowerCase())
  if (kind === undefined) return undefined
  const takesList = kind === 'enum' || kind === 'decimal'
  const details = list === undefined || !takesList ? [] : list.split(/\s*,\s*/)
  const word = [kind, kind === 'enum' ? details.join(',') : details.join(':')]
  return [...word, mark === undefined ? '' : 'nullable'].filter((part) => part !== '').join(':')
}

const namesElsewhere: ReadonlyMap<string, string> = new Map([
  ...fieldKinds.map((kind) => [kind, kind] as const),
  ...['string', 'varchar', 'char'].map((name) => [name, 'text'] as const),
  ['longtext', 'text:long'],
  ...['int', 'int4', 'number'].map((name) => [name, 'integer'] as const),
  ...['bool', 'tinyint'].map((name) => [name, 'boolean'] as const),
  ...['biginteger', 'int8'].map((name) => [name, 'bigint'] as const),
  ...['float', 'double'].map((name) => [name, 'real'] as const),
  ['numeric', 'decimal'],
  ...['datetime', 'timestamptz'].map((name) => [name, 'timestamp'] as const),
  ['jsonb', 'json'],
  ...['attachment', 'upload'].map((name) => [name, 'file'] as const),
  ...['belongs_to', 'belongsto', 'references'].map((name) => [name, 'belongsTo'] as const),
])

/** `price:decimal` has ten digits, two of them after the point; `price:decimal:12:4` has others. */
function toDecimal(modifiers: readonly string[], word: string) {
  const numbers = modifiers.filter((modifier) => /^\d+$/.test(modifier)).map(Number)
  const [precision = 10, scale = 2] = numbers
  if (
    numbers.length === 1 ||
    numbers.length > 2 ||
    precision > 18 ||
    scale > precision ||
    precision === 0
  ) {
    throw new SetupError(
      'E_MAKE_COLUMN',
      `"${word}" needs up to 18 digits, and how many of them follow the point, such as price:decimal:10:2.`,
    )
  }
  const rest = modifiers.filter((modifier) => !/^\d+$/.test(modifier))
  return { digits: { precision, scale }, ...toModifiers(rest, word) }
}

/** `body:text:long`: a text of several lines. */
function toLong(modifiers: readonly string[], word: string) {
  const rest = toModifiers(
    modifiers.filter((modifier) => modifier !== 'long'),
    word,
  )
  if (!rest.isUnique && !rest.isIndexed) return { max: LONG_TEXT_LIMIT, ...rest }
  throw new SetupError(
    'E_MAKE_COLUMN',
    `"${word}" cannot be unique or have an index: it may be too long for one.`,
  )
}

/** `scan:file`: the key of a file. Tenon generates the key. */
function toFile(name: string, modifiers: ReturnType<typeof toModifiers>, word: string): Field {
  if (!modifiers.isUnique && !modifiers.isIndexed) return { name, kind: 'file', ...modifiers }
  throw new SetupError(
    'E_MAKE_COLUMN',
    `"${word}" cannot be unique or have an index: each file has a key of its own, and nobody searches by it.`,
  )
}

/** `state:enum:open,paid` */
function toEnum([list = '', ...modifiers]: readonly string[], word: string) {
  const values = list.split(',')
  const isList = !known.has(list) && values.every((value) => /^[\w .-]+$/.test(value))
  if (isList && new Set(values).size === values.length) {
    return { values, ...toModifiers(modifiers, word) }
  }
  throw new SetupError(
    'E_MAKE_COLUMN',
    `"${word}" needs different texts to choose from, such as state:enum:open,paid.`,
  )
}

const automatic: ReadonlySet<string> = new Set(['id', 'created_at', 'updated_at'])

type OwnedColumn = Pick<Field, 'name' | 'kind'> & { readonly owner: Owner }

/** The column of a `belongsTo`. Its model must exist, unless it is the model `own` itself. */
function toOwned(
  relation: string,
  names: Names,
  project: Project,
  own: Names | undefined,
): OwnedColumn {
  const path = `app/models/${names.file}.ts`
  const made = { table: names.table, key: 'id', keyColumn: 'id' }
  const model =
    readModel(project.read(path) ?? '') ?? (names.model === own?.model ? made : undefined)
  if (model === undefined) {
    throw new SetupError(
      'E_MAKE_MODEL',
      `Unknown model ${names.model}: ${path} does not define it. Make it first, or use another model: ${relation}:belongsTo:User.`,
    )
  }
  const kind = keyKinds.get(model.key)
  if (kind === undefined) {
    throw new SetupError(
      'E_MAKE_COLUMN',
      `The key of ${names.model} is not c.id(), c.bigId() or c.uuidId(). Write the column "${relation}_id" yourself.`,
    )
  }
  return {
    name: `${relation}_id`,
    kind,
    owner: { relation, names, table: model.table, key: model.keyColumn },
  }
}

/** The column with the key of the owner: `of(team)` finds only records with that key. */
function toOwnerColumn(field: Field & { readonly owner: Owner }, word: string): Field {
  if (field.isNullable || field.isUnique) {
    throw new SetupError(
      'E_MAKE_COLUMN',
      `"${word}" cannot be nullable or unique: every record has an owner, and an owner has many records.`,
    )
  }
  return { ...field, owner: { ...field.owner, isOwner: true } }
}

const keyKinds: ReadonlyMap<string, string> = new Map([
  ['id', 'integer'],
  ['bigId', 'bigint'],
  ['uuidId', 'uuid'],
])

function toModifiers(modifiers: readonly string[], word: string) {
  const unknown = modifiers.find((modifier) => !known.has(modifier))
  if (unknown !== undefined) {
    throw new SetupError(
      'E_MAKE_COLUMN',
      `"${unknown}" in "${word}" is not a modifier. Use nullable, unique or index, or long for a text.`,
    )
  }
  return {
    isNullable: modifiers.includes('nullable'),
    isUnique: modifiers.includes('unique'),
    isIndexed: modifiers.includes('index'),
  }
}

const known: ReadonlySet<string> = new Set(['nullable', 'unique', 'index'])

/** Writes columns as the words that `parseColumns` reads. */
export function toColumnWords(fields: readonly Field[]): readonly string[] {
  return fields.map((field) => {
    const { name, kind, isNullable, isUnique, isIndexed, owner, digits, values } = field
    return [
      ...(owner === undefined || owner.isPlain
        ? [name, kind]
        : [owner.relation, owner.isOwner === true ? 'owner' : 'belongsTo', owner.names.model]),
      ...(digits === undefined ? [] : [digits.precision, digits.scale]),
      ...(values === undefined ? [] : [values.join(',')]),
      ...(isLong(field) ? ['long'] : []),
      ...(isNullable ? ['nullable'] : []),
      ...(isUnique ? ['unique'] : []),
      ...(isIndexed ? ['index'] : []),
    ].join(':')
  })
}
