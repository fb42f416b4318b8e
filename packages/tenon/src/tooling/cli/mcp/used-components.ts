/** The parts of a document under `components`, by kind and name: schemas, responses and others. */
export type NamedComponents = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Returns the components that a part of a document refers to, also through other components. */
export function toUsedComponents(part: unknown, components: NamedComponents): NamedComponents {
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
