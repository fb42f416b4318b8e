/**
 * The queries that check rules: one statement for all rules of a kind about a model, however many fields and
 * items there are.
 */
import { decode } from '../../../data/columns/codec.ts'
import { foldCase } from '../../../data/columns/types/text.ts'
import type { TableColumn } from '../../../data/columns/table.ts'
import { databaseOf } from '../../../data/database/current-database.ts'
import type { Dialect } from '../../../data/database/statement.ts'
import { scopeCondition } from '../../../data/models/query.ts'
import { chosenColumns } from '../../../data/models/rows.ts'
import { both, type Condition } from '../../../data/queries/condition.ts'
import { LIST_LIMIT, listOf } from '../../../data/queries/parameter.ts'
import { selectAll } from '../../../data/queries/selection.ts'
import { entityOf } from '../../../data/records/entity.ts'
import { execute } from '../../../data/records/fetch.ts'
import { fieldsOf, ModelRecord } from '../../../data/records/record.ts'
import { isSame } from '../../../data/relations/owners.ts'
import { toFieldLabel } from '../../../base/language/words/field-label.ts'
import { sayOwn } from '../../../base/language/words/own-words.ts'
import { ValidationFailed } from '../../../base/support/http-error.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { HttpRequest } from '../../http/request.ts'
import type { Issue } from '../../validation/validate.ts'
import { ownedCondition } from './rule-owner.ts'
import type { Rule } from './rule.ts'
import { type FieldRule, type FieldValue, valuesAt } from './rules-by-field.ts'

/** What a request has bound when its rules are checked. */
export interface RuleInput {
  readonly body: unknown
  /** The records that the handler and middleware have bound. */
  readonly records: readonly object[]
  readonly request: HttpRequest
}

/** Rules that one statement checks: of the same kind and model, about the same rows. */
export interface Question {
  readonly first: Rule<never>
  readonly scope: string
  readonly asked: readonly Asked[]
}

/** A value that a rule checks. */
interface Asked extends FieldValue {
  readonly rule: Rule<never>
}

/** A value in the form in which it is compared with the values of rows. */
interface Compared extends Asked {
  readonly column: TableColumn
  readonly text: string
}

/** The questions about the values of a body. */
export function questionsOf(rules: readonly FieldRule[], body: unknown): readonly Question[] {
  const questions: Question[] = []
  for (const [field, rule] of rules) {
    const asked = valuesAt(body, field).map((found) => ({ rule, ...found }))
    if (asked.length === 0) continue
    const scope = scopeOf(rule)
    const i = questions.findIndex((each) => each.scope === scope && isTogether(each.first, rule))
    const same = questions[i]
    if (same === undefined) questions.push({ first: rule, scope, asked })
    else questions[i] = { ...same, asked: [...same.asked, ...asked] }
  }
  return questions
}

function isTogether(one: Rule<never>, other: Rule<never>): boolean {
  const isSameKind = one.kind === other.kind && one.model === other.model
  return isSameKind && one.where === other.where && one.of === other.of
}

/** Identifies the rows that the unique index of a column covers. */
function scopeOf({ kind, model, column }: Rule<never>): string {
  if (kind === 'exists') return ''
  const { uniqueWithin, ignoreDeleted } = entityOf(model).table.column(column).definition
  return `${String(uniqueWithin)} ${ignoreDeleted}`
}

/** Queries the database, and returns an issue for each value for which a rule does not hold. */
export async function ask(question: Question, input: RuleInput): Promise<readonly Issue[]> {
  const { dialect } = databaseOf(entityOf(question.first.model).table.database)
  const issues: Issue[] = []
  const compared: Compared[] = []
  for (const asked of question.asked) {
    const text = compare(asked, dialect)
    if ('message' in text) issues.push(text)
    else compared.push(text)
  }
  const [excess] = compared.slice(LIST_LIMIT)
  if (excess !== undefined) return [tooMany(excess)]
  if (compared.length === 0) return issues

  const taken = new Set(await findValues(question, compared, input))
  for (const { rule, path, column, text } of compared) {
    const place = placeOf(column, text)
    if (taken.has(place) !== (rule.kind === 'exists')) issues.push(toIssue(rule, path))
    // If the body has the same value twice, the database would reject the second.
    if (rule.kind === 'unique') taken.add(place)
  }
  return issues
}

/** Prepares a value for the comparison. If its column cannot hold it, it neither exists nor can be stored: an issue. */
function compare(asked: Asked, dialect: Dialect): Compared | Issue {
  const { rule, path, value } = asked
  const column = entityOf(rule.model).table.column(rule.column)
  try {
    return { ...asked, column, text: textOf(column, value, dialect) }
  } catch (error) {
    if (!(error instanceof ValidationFailed || error instanceof SetupError)) throw error
    if (rule.kind === 'exists') return toIssue(rule, path)
    return {
      path,
      message: sayOwn('The {columns} is not allowed', { columns: toFieldLabel(nameAt(path)) }),
    }
  }
}

/** The values of the rows that match, without those of bound records, which may keep their values. */
async function findValues(
  { first }: Question,
  compared: readonly Compared[],
  input: RuleInput,
): Promise<readonly string[]> {
  const entity = entityOf(first.model)
  const { dialect } = databaseOf(entity.table.database)
  const columns = [...new Set(compared.map(({ column }) => column))]
  const isUnique = first.kind === 'unique'
  const read = [...new Set([...columns, ...(isUnique ? entity.table.keys : [])])]
  const operation = {
    ...chosenColumns(
      read.map(({ name }) => name),
      entity,
    ),
    isDistinct: !isUnique,
  }
  const condition = both(anyOf(columns, compared), await rowsOf(first, input))
  const { rows } = await execute(entity, { ...selectAll(entity.table), condition }, operation)

  const keyOf = (textAt: (column: TableColumn) => string): string =>
    entity.table.keys.map((key) => placeOf(key, textAt(key))).join(' ')
  const kept = new Set(
    input.records
      .filter((record) => isUnique && isOf(record, first))
      .map((record) => keyOf((key) => textOf(key, fieldsOf(record)[key.name], dialect))),
  )
  return rows.flatMap((row) => {
    const storedAt = (column: TableColumn): unknown => row[read.indexOf(column)]
    const textAt = (column: TableColumn): string =>
      textOf(column, decode(column.codecs[dialect], storedAt(column)), dialect)
    if (kept.size > 0 && kept.has(keyOf(textAt))) return []
    // A row that matches in one column may have null in another, which is not the empty text.
    const present = columns.filter((column) => storedAt(column) !== null)
    return present.map((column) => placeOf(column, textAt(column)))
  })
}

function isOf(record: object, { model }: Rule<never>): boolean {
  const from = ModelRecord.entityOf(record)
  return from !== undefined && isSame(from, entityOf(model))
}

function anyOf(columns: readonly TableColumn[], compared: readonly Compared[]): Condition {
  const conditions = columns.map((column): Condition => {
    const asked = compared.filter((each) => each.column === column)
    const values = new Map(asked.map(({ text, value }) => [text, value]))
    return { kind: 'list', column, negated: false, parameter: listOf(column, [...values.values()]) }
  })
  return { kind: 'any', conditions }
}

/** The rows that count: for `exists` all that can be read, for `unique` all that are in the index. */
async function rowsOf(rule: Rule<never>, input: RuleInput): Promise<Condition | undefined> {
  const entity = entityOf(rule.model)
  const { deletedAt } = entity.table
  const alive: Condition | undefined = deletedAt && {
    kind: 'null',
    column: deletedAt,
    negated: false,
  }
  if (rule.kind === 'unique') {
    const { uniqueWithin, ignoreDeleted } = entity.table.column(rule.column).definition
    const owned = uniqueWithin ? await ownedCondition(rule, input) : undefined
    return ignoreDeleted ? both(owned, alive) : owned
  }
  const { where } = rule
  const narrowed =
    where && scopeCondition(rule.model, (query) => where(query, input.request), 'rule')
  const readable = both(both(await ownedCondition(rule, input), entity.defaultCondition()), alive)
  return both(readable, narrowed)
}

/** Converts a value to text that is the same for equal values of the column. */
function textOf(column: TableColumn, value: unknown, dialect: Dialect): string {
  const stored = column.codecs[dialect].encode(value)
  if (stored instanceof Uint8Array) return Buffer.from(stored).toString('hex')
  return column.definition.caseInsensitive ? foldCase(String(stored)) : String(stored)
}

function placeOf({ name }: TableColumn, text: string): string {
  return `${name} ${text}`
}

/** The message at a field for which a rule does not hold. */
export function toIssue({ kind, message }: Rule<never>, path: readonly string[]): Issue {
  const own = typeof message === 'function' ? message() : message
  const field = toFieldLabel(nameAt(path))
  return {
    path,
    message:
      own ?? (kind === 'exists' ? sayOwn('The {field} was not found', { field }) : sayTaken(field)),
  }
}

/** The message at a field whose value another record has. */
export function sayTaken(field: string): string {
  return sayOwn('The {field} is taken', { field: toFieldLabel(field) })
}

function tooMany({ path }: Asked): Issue {
  const field = path.filter((name) => !isPlace(name))
  const values = { field: toFieldLabel(nameAt(path)), count: String(LIST_LIMIT) }
  return { path: field, message: sayOwn('The {field} must have at most {count} items', values) }
}

/** The last name of a path, without the indexes of items. */
function nameAt(path: readonly string[]): string {
  return path.findLast((name) => !isPlace(name)) ?? ''
}

function isPlace(name: string): boolean {
  return /^[0-9]+$/.test(name)
}
