import type { Names } from '../names.ts'
import { fit, fits } from '../fit.ts'

/**
 * The user to whom a record belongs: the relations that lead to the record with the user's key, and that key's column.
 */
export interface Whose {
  /** The relations from the record to the one with the column; empty if the record itself has it. */
  readonly steps: readonly Step[]
  /** The column with the user's key: `user_id`, `author_id`. */
  readonly name: string
  /** The column of the key in the user's model: `id`. */
  readonly key: string
  /** Whether the user's column may be null. */
  readonly isNullable: boolean
}

/** One relation on the way to the user: from a task to its project. */
export interface Step {
  /** `project_id` */
  readonly column: string
  /** `project` */
  readonly relation: string
  readonly names: Names
  /** The key of the other model. */
  readonly key: string
  readonly isNullable: boolean
}

/** The column of the user in the record itself; `undefined` if another record has it. */
export function toOwnColumn(whose: Whose | undefined): Whose | undefined {
  return whose?.steps.length === 0 ? whose : undefined
}

/** Whether a record may have no user, because one of the records on the way may be missing. */
export function isLoose({ steps }: Whose): boolean {
  return steps.some(({ isNullable }) => isNullable)
}

interface Place {
  /** What the call follows, with its indent: a query. */
  readonly start: string
  /** What follows the call. */
  readonly end: string
  /** The indent of the query's line. */
  readonly indent: string
}

/** Narrows a query to the records of a user, over several lines if one is too long: `.where('user_id', user.id)`. */
export function narrowText(whose: Whose, user: string, { start, end, indent }: Place): string {
  const [step, ...steps] = whose.steps
  const line = `${start}${narrowCall(whose, user)}${end}`
  if (step === undefined || fits(line)) return line
  const { relation, names } = step
  const inner = narrowText({ ...whose, steps }, user, {
    start: `${indent}  ${names.plural}`,
    end: ',',
    indent: `${indent}  `,
  })
  return `${start}.whereHas('${relation}', (${names.plural}) =>\n${inner}\n${indent})${end}`
}

/** The same on one line, without the query: `.where('user_id', user.id)`. */
export function narrowCall({ steps: [step, ...steps], ...column }: Whose, user: string): string {
  if (step === undefined) return `.where('${column.name}', ${user}.${column.key})`
  const { relation, names } = step
  const inner = narrowCall({ ...column, steps }, user)
  return `.whereHas('${relation}', (${names.plural}) => ${names.plural}${inner})`
}

/** `the user of the project of its task` */
export function tellWhose({ steps }: Whose): string {
  const [first, ...others] = steps.map(({ relation }) => relation.replaceAll('_', ' '))
  return [
    'the user',
    ...others.toReversed().map((each) => `of the ${each}`),
    `of its ${first}`,
  ].join(' ')
}

/** Creates a record of a user by the factories of all records on the way. */
export function createOwnText(
  { plural }: Names,
  { steps: [step, ...steps], name, ...rest }: Whose,
  user: string,
): string {
  if (step === undefined) {
    return `await ${plural}.create({ ${name === user ? name : `${name}: ${user}`} })`
  }
  const other = createOwnText(step.names, { ...rest, steps, name }, user)
  return `await ${plural}.create({ ${step.column}: (${other}).${step.key} })`
}

/** A line whose value is the key of such a record, over several lines if it is too long. */
export function fitOwn(line: string): string {
  const [, indent = '', name = '', start, value = '', end = ''] =
    /^( *)(\w+: )?\((await \w+\.create\(\{) (.*) \}\)\)(\.\w+,)$/.exec(line) ?? []
  if (fits(line) || start === undefined) return line
  const inner = `${indent}  ${start} ${value} })`
  const spread = `${indent}  ${start}\n${fitOwn(`${indent}    ${value},`)}\n${indent}  })`
  return `${indent}${name}(\n${fit(inner, spread)}\n${indent})${end}`
}
