/** A JSON Schema of the dialect that OpenAPI 3.1 uses (draft 2020-12), as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Schemas by the name under which others refer to them. */
export type NamedSchemas = Readonly<Record<string, JsonSchema>>

/** The named schemas of a document, and what could not be described. */
export class Components {
  readonly #schemas = new Map<string, JsonSchema>()
  readonly #problems = new Set<string>()

  /** The schemas by name, in the order of their names. */
  get schemas(): Readonly<Record<string, JsonSchema>> {
    const ordered = [...this.#schemas].toSorted(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(ordered)
  }

  /** What the document cannot say, each with its place. */
  get problems(): readonly string[] {
    return [...this.#problems]
  }

  /** Adds a schema under a name that is still free, and returns the reference to it. */
  add(name: string, schema: JsonSchema): JsonSchema {
    const text = JSON.stringify(schema)
    for (let i = 1; ; i++) {
      const own = i === 1 ? name : `${name}${i}`
      const known = this.#schemas.get(own)
      if (known === undefined) this.#schemas.set(own, schema)
      if (known === undefined || JSON.stringify(known) === text) return { $ref: toReference(own) }
    }
  }

  /** The name, or the next one that is free if a schema has it. */
  free(name: string): string {
    let free = name
    for (let i = 2; this.#schemas.has(free); i++) free = `${name}${i}`
    return free
  }

  tell(problem: string): void {
    this.#problems.add(problem)
  }
}

function toReference(name: string): string {
  return `#/components/schemas/${name}`
}

/** The schema, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, const: only } = schema
  if (typeof type !== 'string' || only !== undefined) return { anyOf: [schema, { type: 'null' }] }
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  }
}

/** An object with these properties, all of them required. */
export function toObject(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) }
}
