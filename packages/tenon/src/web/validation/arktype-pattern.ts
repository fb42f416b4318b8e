/** Corrects the patterns that arktype does not write completely into its JSON Schema. */

/** Options with which arktype writes all patterns of a value, not only the first. */
export const arktypeOptions = {
  fallback: {
    patternIntersection: ({ base, pattern }: Patterns): object => ({
      ...base,
      allOf: [...(base.allOf ?? []), { pattern }],
    }),
  },
} as const

interface Patterns {
  readonly base: { readonly allOf?: readonly object[] }
  readonly pattern: string
}

/** Finds the patterns with flags that JSON Schema does not have, in the type's own description. */
export function findFlagged(type: object): readonly RegExp[] {
  // Sound: a missing property is undefined.
  const { json } = type as { readonly json?: unknown }
  const found: RegExp[] = []
  JSON.stringify(json, (_name, part: unknown) => {
    // Sound: arktype describes a pattern in this form.
    const { rule, flags = '' } = Object(part) as { readonly rule: string; readonly flags?: string }
    if (typeof rule === 'string' && /[ims]/.test(flags)) found.push(new RegExp(rule, flags))
    return part
  })
  return found
}

/** Returns the schema without the patterns. */
export function withoutPatterns(
  schema: Readonly<Record<string, unknown>>,
  patterns: readonly RegExp[],
): Readonly<Record<string, unknown>> {
  if (patterns.length === 0) return schema
  const sources = patterns.map(({ source }) => source)
  const isLeftOut = (name: string, part: unknown): boolean =>
    name === 'pattern' && sources.includes(String(part))
  return JSON.parse(
    JSON.stringify(schema, (name, part: unknown) => (isLeftOut(name, part) ? undefined : part)),
  )
}
