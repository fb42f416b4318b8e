/**
 * Whether a plural in a compiled text has nothing but `other` in a language whose numbers have several forms. If it has
 * more, it may leave out those of numbers that do not occur.
 */
export function hasBarePlural(compiled: unknown, language: string): boolean {
  if (!Array.isArray(compiled)) return false
  const [, kind, branches]: readonly unknown[] = compiled
  // A text is a list of nodes, and a node with branches is [argument, kind, branches].
  if (typeof kind !== 'number') return compiled.some((node) => hasBarePlural(node, language))
  if (typeof branches !== 'object' || branches === null) return false
  const type = pluralTypes.get(kind)
  const isBare = Object.keys(branches).every((name) => name === 'other')
  return (
    (type !== undefined && isBare && hasSeveralForms(language, type)) ||
    Object.values(branches).some((branch) => hasBarePlural(branch, language))
  )
}

/** The kinds of nodes of `compileText`. */
const pluralTypes: ReadonlyMap<number, Intl.PluralRuleType> = new Map([
  [2, 'cardinal'],
  [3, 'ordinal'],
])

function hasSeveralForms(language: string, type: Intl.PluralRuleType): boolean {
  return new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories.length > 1
}
