import { isDeepStrictEqual } from 'node:util'

/**
 * Describes the first difference between a stored document and that of the routes: an operation, a schema or another
 * part; `undefined` if there is none that a reader of the document sees. Spaces and the order of names are none.
 */
export function findDifference(keptText: string, written: unknown): string | undefined {
  const kept = parse(keptText)
  if (kept === undefined) return 'it is not JSON'
  return (
    compare(toOperations(kept), toOperations(written)) ??
    compare(toSchemas(kept), toSchemas(written)) ??
    compare(toParts(kept), toParts(written))
  )
}

/** Describes the first name that only one side has, or whose values differ. */
function compare(kept: Named, written: Named): string | undefined {
  for (const name of new Set([...kept.keys(), ...written.keys()])) {
    if (!written.has(name)) return `${name} is only in the file`
    if (!kept.has(name)) return `${name} is missing in the file`
    if (!isDeepStrictEqual(kept.get(name), written.get(name))) return `${name} is another one`
  }
  return undefined
}

type Named = ReadonlyMap<string, unknown>

function toOperations(document: unknown): Named {
  const paths = entriesOf(document, 'paths')
  return new Map(
    paths.flatMap(([path, operations]) =>
      entriesOf(operations).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    ),
  )
}

function toSchemas(document: unknown): Named {
  const schemas = entriesOf(Object(document).components, 'schemas')
  return new Map(schemas.map(([name, schema]) => [`the schema "${name}"`, schema]))
}

function toParts(document: unknown): Named {
  return new Map(entriesOf(document).map(([name, part]) => [`"${name}"`, part]))
}

function entriesOf(value: unknown, name?: string): ReadonlyArray<[string, unknown]> {
  const named: unknown = name === undefined ? value : Object(value)[name]
  return Object.entries(Object(named))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A merge conflict, for example.
    return undefined
  }
}
