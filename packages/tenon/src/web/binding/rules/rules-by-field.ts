import type { Refused } from '../../../base/support/refused.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { Rule } from './rule.ts'

/** Rules by the names of fields, with dots for nested ones. A list means its items. A field may have several rules. */
export type RulesByField = Readonly<Record<string, Rule<never> | readonly Rule<never>[]>>

/** A rule with the name of its field. */
export type FieldRule = readonly [field: string, rule: Rule<never>]

/** The rules one by one. */
export function eachRule(rules: RulesByField): readonly FieldRule[] {
  return Object.entries(rules).flatMap(([field, given]) =>
    listOf(given).map((rule) => [field, rule] as const),
  )
}

function listOf(given: RulesByField[string] = []): readonly Rule<never>[] {
  return [given].flat()
}

/** Merges the rules of both: a field that both name has all of them. */
export function joinRules(declared: RulesByField, added: RulesByField): RulesByField {
  const joined = Object.entries(added).map(([field, given]) => [
    field,
    [...listOf(declared[field]), ...listOf(given)],
  ])
  return { ...declared, ...Object.fromEntries(joined) }
}

/** Rejects rules about fields that a body does not have, or whose values have another type than the column. */
export type Checked<Output, Rules extends RulesByField> = {
  readonly [Name in keyof Rules]: CheckedRules<FieldAt<Output, Name & string>, Rules[Name], Name>
}

/** A rule, or each of a list. */
// oxfmt-ignore
type CheckedRules<Value, Declared, Name> =
  Declared extends readonly unknown[]
    ? { readonly [At in keyof Declared]: CheckedRule<Value, Declared[At], Name> }
    : CheckedRule<Value, Declared, Name>

// oxfmt-ignore
type CheckedRule<Value, Declared, Name> =
  [Value] extends [never] ? Refused<`The body has no field "${Name & string}"`> :
  Declared extends Rule<infer Taken>
    ? [Value] extends [Taken] ? unknown : Refused<`The field "${Name & string}" and the column that its rule asks about hold different types`>
    : never

/** The type of a field's values without `null`; `never` if there is no such field. */
// oxfmt-ignore
type FieldAt<Output, Path extends string> =
  Path extends `${infer Name}.${infer Rest}`
    ? FieldAt<FieldOf<Output, Name>, Rest>
    : FieldOf<Output, Path>

/** Distributes over unions: any member may have the field. */
// oxfmt-ignore
type FieldOf<Output, Name extends string> =
  ItemOf<Output> extends infer Item
    ? Item extends { readonly [Key in Name]?: infer Value } ? Name extends keyof Item ? ItemOf<Value> : never : never
    : never

// oxfmt-ignore
type ItemOf<Value> =
  NonNullable<Value> extends infer Plain
    ? Plain extends readonly (infer Item)[] ? NonNullable<Item> : Plain
    : never

/** A value of a field, and the names that lead to it. */
export interface FieldValue {
  readonly path: readonly string[]
  readonly value: unknown
}

/** Returns the values of a field that are not missing; for a list, its items. */
export function valuesAt(body: unknown, field: string): readonly FieldValue[] {
  const found: FieldValue[] = []
  collect(body, field.split('.'), [], found)
  return found
}

function collect(
  value: unknown,
  names: readonly string[],
  path: readonly string[],
  found: FieldValue[],
): void {
  if (value === null || value === undefined) return
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) collect(item, names, [...path, String(i)], found)
    return
  }
  const [name, ...others] = names
  if (name === undefined) found.push({ path, value })
  else if (typeof value === 'object' && Object.hasOwn(value, name)) {
    collect(Reflect.get(value, name), others, [...path, name], found)
  }
}

/** Throws `E_RULE` for anything but rules. */
export function assertRules(rules: RulesByField): void {
  for (const [field, given] of Object.entries(rules)) {
    const list: readonly (Partial<Rule<never>> | undefined)[] = listOf(given)
    if (list.length > 0 && list.every((rule) => kinds.has(rule?.kind))) continue
    throw new SetupError(
      'E_RULE',
      `rules() has no rule for "${field}". Write exists(Model) or unique(Model, 'column').`,
    )
  }
}

const kinds: ReadonlySet<unknown> = new Set<Rule<never>['kind']>(['exists', 'unique'])
