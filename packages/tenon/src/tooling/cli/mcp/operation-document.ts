import type { ProgramResult } from './run-program.ts'

/** The parts of a document that are used here. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: NamedComponents
}

interface Operation {
  readonly operationId: string
  readonly security?: ReadonlyArray<Readonly<Record<string, unknown>>>
}

/**
 * Reduces a printed document to one operation and the components that it uses. Without an id, the document stays whole.
 * An error names the existing operations.
 */
export function toOperationDocument(printed: ProgramResult, id: string): ProgramResult {
  if (printed.isError || id === '') return printed
  // Sound: the command prints only the document.
  const document = JSON.parse(printed.output) as Document
  const { paths, components } = document
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const found = all.find(({ operation }) => operation.operationId === id)
  if (found === undefined) {
    const ids = all.map(({ operation }) => operation.operationId).join(', ')
    return { output: `There is no operation "${id}". There are: ${ids}.`, isError: true }
  }
  const { path, method, operation } = found
  const own = {
    ...document,
    paths: { [path]: { [method]: operation } },
    components: { ...toUsedComponents(operation, components), ...toSchemes(operation, components) },
  }
  return { output: JSON.stringify(own, null, 2), isError: false }
}

/** The security schemes of an operation, which name them without a reference. */
function toSchemes({ security = [] }: Operation, { securitySchemes = {} }: NamedComponents) {
  const names = security.flatMap((requirement) => Object.keys(requirement))
  const used = Object.entries(securitySchemes).filter(([name]) => names.includes(name))
  return used.length === 0 ? {} : { securitySchemes: Object.fromEntries(used) }
}

/** The parts of a document under `components`, by kind and name: schemas, responses and others. */
type NamedComponents = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Returns the components to which a part of a document refers, directly or through others. */
function toUsedComponents(part: unknown, components: NamedComponents): NamedComponents {
  const used: Record<string, Record<string, unknown>> = {}
  const waiting = [part]
  for (const each of waiting) {
    for (const [, kind = '', name = ''] of JSON.stringify(each).matchAll(reference)) {
      const component = components[kind]?.[name]
      if (component === undefined || used[kind]?.[name] !== undefined) continue
      used[kind] = { ...used[kind], [name]: component }
      waiting.push(component)
    }
  }
  return used
}

const reference = /"\$ref":"#\/components\/(\w+)\/([^"]+)"/g
