/** Doors that servers do not import from. */
const otherDoors: ReadonlySet<string> = new Set(['client', 'package.json', 'react', 'vite'])

/**
 * Returns the doors of the framework that export a name, such as `tenon/models` for `Model`. It loads every door, so
 * call it only in a process that cannot continue.
 */
export async function findDoors(name: string): Promise<readonly string[]> {
  const { default: description } = (await import(import.meta.resolve('tenon/package.json'), {
    with: { type: 'json' },
  })) as { readonly default: { readonly exports: object } }
  const doors = Object.keys(description.exports)
    .map((path) => path.slice('./'.length))
    .filter((path) => !otherDoors.has(path))
    .map((path) => (path === '' ? 'tenon' : `tenon/${path}`))
  const found: string[] = []
  for (const door of doors) {
    // Skip a door whose optional library is not installed.
    const exported: unknown = await import(door).catch(() => ({}))
    if (typeof exported === 'object' && exported !== null && name in exported) {
      found.push(door)
    }
  }
  return found
}

/** Says which door exports a name that was imported from the wrong one; `undefined` if no door does. */
export async function sayDoor(name: string, from: string): Promise<string | undefined> {
  if (from !== 'tenon' && !from.startsWith('tenon/')) return undefined
  const doors = await findDoors(name)
  if (doors.length === 0) return undefined
  return `"${name}" is in "${doors.join('" or "')}", not in "${from}".`
}

/** Matches Node's message about a missing export, with the door and the name. */
const missingExport = /^The requested module '([^']+)' does not provide an export named '([^']+)'/

/** Makes Node's error about a missing export name the right door; returns any other error unchanged. */
export async function toDoorError(error: unknown): Promise<unknown> {
  if (!(error instanceof SyntaxError)) return error
  const [, from = '', name = ''] = missingExport.exec(error.message) ?? []
  const sentence = await sayDoor(name, from)
  if (sentence !== undefined) error.message = sentence
  return error
}
