import { comment, definesColumn, isUniqueOf, quoted } from './sqlite-table.ts'

const name = String.raw`(?:${quoted}|[\w$]+)`
const named = String.raw`(?:\bconstraint\s+${name}\s+)?`
const action = String.raw`\s+on\s+(?:delete|update)\s+(?:set\s+null|set\s+default|cascade|restrict|no\s+action)`
const deferral = String.raw`\s+(?:not\s+)?deferrable(?:\s+initially\s+\w+)?`

const reference = new RegExp(
  String.raw`(${quoted}|${comment})|\s*${named}\breferences\s*${name}\s*(?:\([^)]*\))?(?:${action})*(?:\s+match\s+\w+)?(?:${deferral})?`,
  'gi',
)
const uniqueness = new RegExp(
  String.raw`(${quoted}|${comment})|\s*${named}\bunique\b(?:\s+on\s+conflict\s+\w+)?`,
  'gi',
)

/** A column's definition without the foreign key that it contains. */
export function withoutReference(definition: string): string {
  return definition.replaceAll(reference, (whole, text?: string) =>
    text === undefined ? '' : whole,
  )
}

/** Whether a column's definition contains a foreign key. */
export function hasReference(definition: string): boolean {
  return withoutReference(definition) !== definition
}

/** The definitions without what makes a column unique. */
export function withoutUnique(definitions: readonly string[], column: string): string[] {
  return definitions
    .filter((definition) => !isUniqueOf(definition, column))
    .map((definition) =>
      definesColumn(definition, column) ? withoutOwnUnique(definition) : definition,
    )
}

function withoutOwnUnique(definition: string): string {
  return definition.replaceAll(uniqueness, (whole, text?: string) =>
    text === undefined ? '' : whole,
  )
}
