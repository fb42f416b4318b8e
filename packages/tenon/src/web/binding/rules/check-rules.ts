/**
 * Checks the rules of a body in the database, once its schema has accepted it.
 *
 * The constraints of the database have the last word. If one rejects what the handler writes, the rules are checked
 * again, so that the client gets the same message on the same field.
 */
import {
  type ConstraintPlace,
  ForeignKeyViolation,
  UniqueViolation,
} from '../../../data/database/database-error.ts'
import { indexName } from '../../../data/columns/object-names.ts'
import type { Table, TableColumn } from '../../../data/columns/table.ts'
import { entityOf } from '../../../data/records/entity.ts'
import { ValidationFailed } from '../../../base/support/http-error.ts'
import { type Issue, toFieldErrors } from '../../validation/validate.ts'
import { ask, questionsOf, type RuleInput, toIssue } from './questions.ts'
import type { Rule } from './rule.ts'
import { type FieldRule, valuesAt } from './rules-by-field.ts'

/** Throws `ValidationFailed` if a rule does not hold. */
export async function checkRules(rules: readonly FieldRule[], input: RuleInput): Promise<void> {
  const issues = await findIssues(rules, input)
  if (issues.length > 0) throw new ValidationFailed(toFieldErrors(issues))
}

/** Converts a write that the database has rejected to a failed validation; `undefined` if no rule is about it. */
export async function explainRefusal(
  rules: readonly FieldRule[],
  input: RuleInput,
  error: unknown,
): Promise<ValidationFailed | undefined> {
  if (!(error instanceof UniqueViolation || error instanceof ForeignKeyViolation)) return undefined
  const found = await findAgain(rules, input)
  const isTaken = found.length === 0 && error instanceof UniqueViolation
  const issues = isTaken ? issuesAt(rules, input, error) : found
  return issues.length === 0 ? undefined : new ValidationFailed(toFieldErrors(issues))
}

/** Finds nothing if the query fails, as in a transaction that the rejected write has aborted. */
async function findAgain(rules: readonly FieldRule[], input: RuleInput): Promise<readonly Issue[]> {
  try {
    return await findIssues(rules, input)
  } catch {
    // The violated constraint still says which rule it is about.
    return []
  }
}

/** The fields whose unique index was violated. Ignores a field with several values: any of them may be the cause. */
function issuesAt(
  rules: readonly FieldRule[],
  { body }: RuleInput,
  { place }: UniqueViolation,
): readonly Issue[] {
  return rules.flatMap(([field, rule]) => {
    const [found, second] = isRefused(rule, place) ? valuesAt(body, field) : []
    return found === undefined || second !== undefined ? [] : [toIssue(rule, found.path)]
  })
}

function isRefused({ kind, model, column }: Rule<never>, place: ConstraintPlace): boolean {
  if (kind !== 'unique' || model.table !== place.table) return false
  const { table } = entityOf(model)
  return isIndexOf(table, table.column(column), place)
}

/**
 * Whether a violated constraint is the unique index of a column. For an index on expressions, a database reports
 * its name; for any other, its columns.
 */
export function isIndexOf(
  { name: table }: Table,
  { name: column, definition: { uniqueWithin, was } }: TableColumn,
  place: ConstraintPlace,
): boolean {
  // The index of either column may reject a mirrored value.
  return [column, was].some((name) => {
    if (name === undefined) return false
    const columns = uniqueWithin ? [uniqueWithin, name] : [name]
    return (
      place.columns.join() === columns.join() ||
      place.constraint === indexName({ table, columns, unique: true })
    )
  })
}

async function findIssues(
  rules: readonly FieldRule[],
  input: RuleInput,
): Promise<readonly Issue[]> {
  const questions = questionsOf(rules, input.body)
  const issues = await Promise.all(questions.map((question) => ask(question, input)))
  return issues.flat()
}
