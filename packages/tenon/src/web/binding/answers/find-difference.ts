import type { StandardSchemaV1 } from '@standard-schema/spec'
import { isPromise, whenReady, type MaybePromise } from '../../../base/support/maybe-promise.ts'
import type { Description, PageDescription, RecordDescription } from './description.ts'

/**
 * Compares a response with what its handler declares and returns the first difference as a sentence,
 * or `undefined`.
 */
export function findDifference(value: unknown, stated: Description, path = ''): Found {
  if (stated.kind === 'record') return findDifferenceOfRecord(value, stated, path)
  if (stated.kind === 'schema') return findIssue(value, stated.schema, path)
  if (stated.kind === 'object') return findDifferenceOfObject(value, stated.fields, path)
  if (stated.kind === 'nullable') {
    return value === null ? undefined : findDifference(value, stated.item, path)
  }
  if (stated.kind === 'page' || stated.kind === 'cursorPage') {
    return findDifferenceOfPage(value, stated, path)
  }
  return Array.isArray(value)
    ? firstOf(value.map((each, i) => () => findDifference(each, stated.item, join(path, i))))
    : `${at(path)} is ${nameOf(value)} instead of an array`
}

type Found = MaybePromise<string | undefined>

function findIssue(value: unknown, schema: StandardSchemaV1, path: string): Found {
  return whenReady(schema['~standard'].validate(value), ({ issues }) => {
    const [issue] = issues ?? []
    if (issue === undefined) return undefined
    const keys = (issue.path ?? []).map((part) => (typeof part === 'object' ? part.key : part))
    return `${at([path, ...keys.map(String)].filter(Boolean).join('.'))}: ${issue.message}`
  })
}

function findDifferenceOfPage(
  value: unknown,
  { kind, item }: PageDescription,
  path: string,
): Found {
  const page = toFields(value)
  const [own, maker] = pageMarks[kind]
  if (page === undefined || !('data' in page && own in page)) {
    return `${at(path)} is ${nameOf(value)} instead of a page of ${maker}()`
  }
  return findDifference(page['data'], { kind: 'list', item }, join(path, 'data'))
}

/** For each kind of page: a field that only it has, and the function that makes it. */
const pageMarks = {
  page: ['currentPage', 'paginate'],
  cursorPage: ['nextCursor', 'cursorPaginate'],
} as const

function findDifferenceOfObject(
  value: unknown,
  fields: Readonly<Record<string, Description>>,
  path: string,
): Found {
  const given = toFields(value)
  if (given === undefined) return `${at(path)} is ${nameOf(value)} instead of an object`
  return (
    findNames(Object.keys(given), Object.keys(fields), path) ??
    firstOf(
      Object.entries(fields).map(
        ([name, each]) =>
          () =>
            findDifference(given[name], each, join(path, name)),
      ),
    )
  )
}

function findDifferenceOfRecord(value: unknown, stated: RecordDescription, path: string): Found {
  const wire = toWireFields(value)
  if (wire === undefined) {
    return `${at(path)} is ${nameOf(value)} instead of a record of ${stated.name}`
  }
  const { columns, relations, aggregates, computed } = stated
  const names = [...columns, ...relations, ...aggregates, ...computed].map(({ name }) => name)
  return (
    findNames(Object.keys(wire), names, path) ??
    firstOf([
      ...computed.map(
        ({ name, schema }) =>
          () =>
            schema && findIssue(wire[name], schema, join(path, name)),
      ),
      ...relations.map((relation) => () => {
        const { name, isList, isNullable } = relation
        const related = wire[name]
        if (!isList) {
          return related === null && isNullable
            ? undefined
            : findDifferenceOfAny(related, relation.of, join(path, name))
        }
        if (!Array.isArray(related)) return `${at(join(path, name))} is not an array`
        return firstOf(
          related.map(
            (each, i) => () => findDifferenceOfAny(each, relation.of, join(join(path, name), i)),
          ),
        )
      }),
    ])
  )
}

/** A record fits if it is one of the declared ones; otherwise the result is its difference from the first. */
function findDifferenceOfAny(
  value: unknown,
  [first, ...others]: readonly RecordDescription[],
  path: string,
): Found {
  if (first === undefined) return undefined
  return whenReady(findDifferenceOfRecord(value, first, path), (difference) => {
    if (difference === undefined || others.length === 0) return difference
    return whenReady(findDifferenceOfAny(value, others, path), (rest) => rest && difference)
  })
}

/** Reports a field that is missing, or one that is sent but not declared. */
function findNames(
  given: readonly string[],
  stated: readonly string[],
  path: string,
): string | undefined {
  const missing = stated.find((name) => !given.includes(name))
  if (missing !== undefined) return `${at(join(path, missing))} is missing`
  const extra = given.find((name) => !stated.includes(name))
  return extra === undefined ? undefined : `${at(join(path, extra))} is sent, but not declared`
}

/** Stops at the first difference: in a list of thousands, usually every item differs or none does. */
function firstOf(looks: readonly (() => Found)[]): Found {
  for (const [i, look] of looks.entries()) {
    const found = look()
    if (isPromise(found)) return found.then((first) => first ?? firstOf(looks.slice(i + 1)))
    if (found !== undefined) return found
  }
  return undefined
}

function toWireFields(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const isRecord = typeof value === 'object' && value !== null && 'toJSON' in value
  return toFields(isRecord && typeof value.toJSON === 'function' ? value.toJSON() : value)
}

function toFields(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.fromEntries(Object.entries(value))
}

function nameOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function at(path: string): string {
  return path === '' ? 'the body' : path
}

function join(path: string, name: string | number): string {
  return path === '' ? String(name) : `${path}.${name}`
}
