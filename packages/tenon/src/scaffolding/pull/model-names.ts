import { splitCapitals } from '../../base/support/values/split-capitals.ts'
import { toSingular } from '../templates/inflection.ts'
import { toExistingNames, toPascal } from '../templates/names.ts'

/** The name of a model for a table that exists. */
export interface ModelName {
  /** The class: `MediaType`. */
  readonly model: string
  /** The file without its extension: `media-type`. */
  readonly file: string
  /** The words of the table, the last one in the singular: `media`, `type`. */
  readonly words: readonly string[]
}

/** Names the models of tables. Each class and each file is unique, even on a file system that ignores case. */
export function nameModels(tables: Iterable<string>): ReadonlyMap<string, ModelName> {
  const names = new Map<string, ModelName>()
  const used = new Set<string>(reserved)
  for (const table of tables) {
    const words = toSingularWords(splitWords(table))
    const free = withNumbers(words).find((each) => !used.has(each.join('')))
    const chosen = free ?? words
    used.add(chosen.join(''))
    // Generators read the name of the class in the same way: they see one word in `TStrict`.
    const { model, file } = toExistingNames(toPascal(chosen))
    names.set(table, { model, file, words: chosen })
  }
  return names
}

/** Splits `MediaType`, `media_type` and `mediaType` into words in lower case. */
export function splitWords(name: string): readonly string[] {
  const words = splitCapitals(name)
    .split(/[ _]/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())
  return /^[a-z]/.test(words[0] ?? '') ? words : ['table', ...words]
}

/** The words with the last one in the singular. */
export function toSingularWords(words: readonly string[]): readonly string[] {
  return [...words.slice(0, -1), toSingular(words.at(-1) ?? '')]
}

function withNumbers(words: readonly string[]): readonly (readonly string[])[] {
  const numbered = Array.from({ length: 1000 }, (_, i) => [...words, String(i + 2)])
  return [words, [...words, 'record'], ...numbered]
}

/** Names of classes that the file of a model, or the code around it, uses. */
const reserved: readonly string[] = (
  'model array bigint boolean buffer date error function json map math number object promise proxy ' +
  'reflect regexp set string symbol table uint8array weakmap weakset'
).split(' ')
