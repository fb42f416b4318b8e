/** A JSON Schema as plain data, in the dialect of OpenAPI 3.1 (draft 2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Schemas by the names under which others refer to them. */
export type NamedSchemas = Readonly<Record<string, JsonSchema>>

/** The named schemas of a document, and the parts that could not be described. */
export class Components {
  readonly #schemas = new Map<string, JsonSchema>()
  readonly #problems = new Set<string>()
  /** Whether schemas keep the keyword that distinguishes the text of a date from other text. */
  readonly marksRevived: boolean

  constructor({ marksRevived = false }: { readonly marksRevived?: boolean } = {}) {
    this.marksRevived = marksRevived
  }

  /** The schemas by name, in the order of their names. */
  get schemas(): Readonly<Record<string, JsonSchema>> {
    const ordered = [...this.#schemas].toSorted(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(ordered)
  }

  /** What the document cannot express, each with its place. */
  get problems(): readonly string[] {
    return [...this.#problems]
  }

  /** Adds a schema under its name, or with the next free number, and returns the reference to it. */
  add(name: string, schema: JsonSchema): JsonSchema {
    return this.addTogether({ [name]: schema }, { $ref: toReference(name) })
  }

  /**
   * Adds schemas that refer to each other, under their names or with the next number that is free for all of them.
   * Returns the referring schema with the names that were used.
   */
  addTogether(schemas: NamedSchemas, referring: JsonSchema): JsonSchema {
    for (let i = 1; ; i++) {
      const numbered = (name: string): string => (i === 1 ? name : `${name}${i}`)
      const rename = (schema: JsonSchema): JsonSchema =>
        renameReferences(schema, (name) => (Object.hasOwn(schemas, name) ? numbered(name) : name))
      const entries = Object.entries(schemas).map(
        ([name, schema]) => [numbered(name), rename(schema)] as const,
      )
      if (!entries.every(([name, schema]) => this.isFreeFor(name, schema))) continue
      for (const [name, schema] of entries) this.#schemas.set(name, schema)
      return rename(referring)
    }
  }

  /** Whether no different schema has the name. */
  isFreeFor(name: string, schema: JsonSchema): boolean {
    const known = this.#schemas.get(name)
    return known === undefined || JSON.stringify(known) === JSON.stringify(schema)
  }

  /** Follows a reference to its schema; returns any other schema as it is. */
  resolve(schema: JsonSchema): JsonSchema {
    const { $ref: reference } = schema
    if (typeof reference !== 'string') return schema
    return this.resolve(this.#schemas.get(reference.slice(toReference('').length)) ?? {})
  }

  /** The schemas to which a part of the document refers, directly or through others. */
  usedBy(part: object): NamedSchemas {
    const used = new Set<string>()
    const collect = (each: object): void => {
      for (const name of toNames(each)) {
        if (used.has(name)) continue
        used.add(name)
        collect(this.#schemas.get(name) ?? {})
      }
    }
    collect(part)
    return Object.fromEntries(Object.entries(this.schemas).filter(([name]) => used.has(name)))
  }

  /** The name if it is free, or else the name with the next free number. */
  free(name: string): string {
    let free = name
    for (let i = 2; this.#schemas.has(free); i++) free = `${name}${i}`
    return free
  }

  tell(problem: string): void {
    this.#problems.add(problem)
  }
}

export function toReference(name: string): string {
  return `#/components/schemas/${name}`
}

function toNames(part: object): readonly string[] {
  const references = JSON.stringify(part).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)
  return [...references].map(([, name = '']) => name)
}

function renameReferences(schema: JsonSchema, rename: (name: string) => string): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema).replaceAll(
      /"\$ref":"#\/components\/schemas\/([^"]+)"/g,
      (_whole, name: string) => `"$ref":"${toReference(rename(name))}"`,
    ),
  )
}

/** A schema that also accepts null. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, const: only } = schema
  if (typeof type !== 'string' || only !== undefined) return { anyOf: [schema, { type: 'null' }] }
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  }
}

/** The schema of an object with these properties, all of them required. */
export function toObject(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) }
}
