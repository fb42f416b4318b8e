import { parseSource } from '../parse-source.ts'
import { findCalls, languagesDoor, toImports, type FoundImport } from './find-messages.ts'

/** Finds the messages in an imported file, by name, with their compiled texts as JSON. */
export type LoadMessages = (source: string) => Promise<ReadonlyMap<string, string> | undefined>

interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Compiles the messages that a module declares, and copies imported messages into it. Line numbers stay the same.
 * Returns `undefined` if the module has no messages.
 */
export async function compileModule(code: string, load: LoadMessages): Promise<string | undefined> {
  if (!code.includes('import')) return undefined
  const tree = parseSource('module.js', code)
  if (tree === undefined) return undefined
  const declared = findCalls(tree).map(({ start, end, texts }) => ({
    start,
    end,
    text: toCall(texts),
  }))
  const copied = await Promise.all(toImports(tree).map((each) => copyMessages(code, each, load)))
  const all = [...declared, ...copied.flat()]
  if (all.length === 0) return undefined
  return `import { compiledMessage as ${compiledName} } from '${languagesDoor}';${replace(code, all)}`
}

/** A name that no author would choose. */
const compiledName = '__tenonMessage'

function toCall(texts: string): string {
  return `/* @__PURE__ */ ${compiledName}(${texts})`
}

async function copyMessages(
  code: string,
  found: FoundImport,
  load: LoadMessages,
): Promise<readonly Replacement[]> {
  if (found.specifiers.length === 0 || found.from === languagesDoor) return []
  const messages = await load(found.from)
  if (messages === undefined) return []
  const isMessage = (imported: string | undefined): boolean =>
    imported !== undefined && messages.has(imported)
  // If a module is imported as a whole, it is bundled as it is.
  if (found.specifiers.some(({ imported }) => imported === undefined)) return []
  const copies = found.specifiers.filter(({ imported }) => isMessage(imported))
  if (copies.length === 0) return []
  const others = found.specifiers.filter(({ imported }) => !isMessage(imported))
  const rest = others.map(({ text }) => code.slice(text.start, text.end)).join(', ')
  const kept = others.length === 0 ? '' : `import { ${rest} } from ${JSON.stringify(found.from)};`
  const made = copies.map(
    ({ local, imported = '' }) => `const ${local} = ${toCall(messages.get(imported) ?? '{}')};`,
  )
  return [{ start: found.start, end: found.end, text: kept + made.join(' ') }]
}

/** Replaces parts of a text without changing its number of lines. */
function replace(code: string, replacements: readonly Replacement[]): string {
  const sorted = replacements.toSorted((one, other) => one.start - other.start)
  let result = ''
  let at = 0
  for (const { start, end, text } of sorted) {
    const lines = code.slice(start, end).split('\n').length - 1
    result += code.slice(at, start) + text + '\n'.repeat(lines)
    at = end
  }
  return result + code.slice(at)
}
