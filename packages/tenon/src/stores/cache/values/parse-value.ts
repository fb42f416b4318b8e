/** Parses the output of `serializeValue`; returns `undefined` for malformed text. */
export function parseValue(text: string): { readonly value: unknown } | undefined {
  try {
    if (!text.startsWith('~')) return { value: JSON.parse(text) }
    return { value: fromTree(JSON.parse(text.slice(1))) }
  } catch {
    // Another version of the application or another program wrote the text, so it is not a valid entry.
    return undefined
  }
}

function fromTree(tree: unknown): unknown {
  if (typeof tree !== 'object' || tree === null) return tree
  if (Array.isArray(tree)) return tree.map(fromTree)
  if ('~' in tree) return fromMark(tree['~'])
  return Object.fromEntries(Object.entries(tree).map(([name, item]) => [name, fromTree(item)]))
}

function fromMark(mark: unknown): unknown {
  if (!Array.isArray(mark)) throw new TypeError('A mark is a list')
  const [kind, ...items]: readonly unknown[] = mark
  switch (kind) {
    case 'number':
      return Number(items[0])
    case 'bigint':
      return BigInt(String(items[0]))
    case 'undefined':
      return undefined
    case 'date':
      return new Date(typeof items[0] === 'number' ? items[0] : Number.NaN)
    case 'bytes':
      return new Uint8Array(Buffer.from(String(items[0]), 'base64'))
    case 'buffer':
      return Buffer.from(String(items[0]), 'base64')
    case 'map':
      return new Map(items.map(toPair))
    case 'set':
      return new Set(items.map(fromTree))
    case 'object':
      return Object.fromEntries(items.map(toPair))
    default:
      throw new TypeError(`Unknown mark ${String(kind)}`)
  }
}

function toPair(item: unknown): readonly [name: string, value: unknown] {
  if (!Array.isArray(item)) throw new TypeError('A pair is a list')
  // Sound for objects, whose keys are strings; a map accepts any key.
  return [fromTree(item[0]) as string, fromTree(item[1])]
}
