import { globSync } from 'node:fs'
import { untranslatedMark } from '../../base/language/untranslated.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { languagesFile, readLanguages } from './kits/keep-languages.ts'
import { addImport, removeImport } from './imports/import-edits.ts'
import { readKit, type KitFiles, type KitName } from './kits/kit-files.ts'
import type { Edit, Plan } from './plan.ts'
import type { Project } from './project.ts'
import { addProperty, removeLine } from './source-edits.ts'
import { planLayoutWords } from './words/layout-words.ts'

/**
 * Adds a language: lists it, and copies the default language's text of each message, marked as not translated. If a kit
 * has a message of the same name and text, its translation is added instead. The texts of the layout and the error page
 * become messages.
 *
 * Throws `E_MAKE_LANGUAGE` for a name that is not a BCP 47 tag, and for the default language.
 */
export function planLanguage(name: string, project: Project): Plan {
  const language = toTag(name)
  const listed = project.read(languagesFile)
  const [original = 'en'] = readLanguages(listed)
  if (language === original) throw isDefault(language)
  const kits = readSpokenKits()
  const spoken = Object.values(kits).map(readMessages)
  const all = readKnown(spoken, { language, original })
  const sources = globSync('{app,resources}/**/*.{ts,tsx,vue,svelte}', { cwd: project.root })
  const texts = sources
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => project.read(path)?.includes('tenon/languages') === true)
    .toSorted()
    // If kits say the same differently, a file of a kit gets the words of that kit: the last ones count.
    .map((path) => {
      const ofPath = readKnown([readMessages(kits[path] ?? '')], { language, original })
      return copyTexts(path, { language, original, known: new Map([...all, ...ofPath]) })
    })
  const layout = planTranslatedLayout(language, project, spoken)
  return listed === undefined
    ? {
        files: [
          { path: languagesFile, text: toLanguagesText([original, language]) },
          ...layout.files,
        ],
        edits: [...passLanguages, ...texts, ...layout.edits],
        notes: project.pages === undefined ? [] : [textsStay],
      }
    : { files: layout.files, edits: [listLanguage(language), ...texts, ...layout.edits] }
}

/** Moves the texts of the layout into messages with a text in each language, unless the language is already listed. */
function planTranslatedLayout(
  language: string,
  project: Project,
  spoken: readonly Messages[],
): Pick<Plan, 'files' | 'edits'> {
  const languages = readLanguages(project.read(languagesFile))
  // The texts are English, so they are no texts of another default language.
  if (languages[0] !== 'en' || languages.includes(language)) return { files: [], edits: [] }
  const { files, edits } = planLayoutWords(project)
  const others = [...languages.slice(1), language]
  const translate = (text: string): string =>
    others.reduce((translated, each) => {
      const copied = { language: each, original: 'en' }
      return addTexts(translated, { ...copied, known: readKnown(spoken, copied) })
    }, text)
  return { files: files.map((file) => ({ ...file, text: translate(file.text) })), edits }
}

const textsStay =
  'The texts of pages that exist are not in messages, so these pages stay as they are. The guide on languages says how to write generated pages again, with messages.'

/** The kits that have messages. */
export const spokenKits = ['accounts', 'first-page', 'teams'] as const satisfies readonly KitName[]

function readSpokenKits(): KitFiles {
  return Object.assign({}, ...spokenKits.map((kit) => readKit(kit)))
}

function toTag(name: string): string {
  try {
    const [tag] = Intl.getCanonicalLocales(name)
    if (tag !== undefined) return tag
  } catch {
    // The error below reports it.
  }
  throw new SetupError(
    'E_MAKE_LANGUAGE',
    `"${name}" is not the name of a language. Write a tag such as "de" or "pt-BR".`,
  )
}

function isDefault(language: string): SetupError {
  return new SetupError(
    'E_MAKE_LANGUAGE',
    `"${language}" is the default language, which every message has a text in. To remove it, first put another language before it in ${languagesFile}.`,
  )
}

const toLanguagesText = (languages: readonly string[]): string =>
  `/** The languages of the application, the default one first. */
export const languages = [${languages.map((each) => `'${each}'`).join(', ')}] as const

declare module 'tenon' {
  interface Register {
    languages: typeof languages
  }
}
`

const importLine = `import { languages } from './app/languages.ts'`

const passLanguages: readonly Edit[] = [
  {
    path: 'main.ts',
    serves: languagesFile,
    insert: (text) => {
      const passed = /^ *languages[:,]/m.test(text) ? text : addProperty(text, '  languages,')
      return passed && addImport(passed, importLine)
    },
    remove: (text) => removeImport(removeLine(text, '  languages,'), importLine),
    lines: [importLine, 'application({ languages })'],
  },
]

function listLanguage(language: string): Edit {
  const rewrite = (change: (languages: readonly string[]) => readonly string[]) => (text: string) =>
    /languages = \[.*?\]/s.test(text)
      ? text.replace(
          /(?<=languages = \[).*?(?=\])/s,
          change(readLanguages(text))
            .map((each) => `'${each}'`)
            .join(', '),
        )
      : undefined
  return {
    path: languagesFile,
    serves: '',
    insert: rewrite((languages) => [...new Set([...languages, language])]),
    remove: rewrite((languages) => languages.filter((each) => each !== language)),
    lines: [`export const languages = [..., '${language}'] as const`],
  }
}

/** The language to add, and the one to copy from. */
interface Copied {
  readonly language: string
  readonly original: string
}

/** Adds texts to the messages that have none in the language. Undoing it removes the texts that nobody has changed. */
function copyTexts(path: string, added: Added): Edit {
  return {
    path,
    serves: '',
    insert: (text) => addTexts(text, added),
    remove: (text) =>
      findObjects(text)
        .toReversed()
        .reduce((rest, object) => removeText(rest, object, added), text),
    lines: [`${toProperty(added.language)}: '…', // in each message`],
  }
}

/** Adds a text to each message that has none in the language: a known translation, or a marked copy. */
export function addTexts(text: string, added: Added): string {
  return findObjects(text)
    .toReversed()
    .reduce((changed, object) => addText(changed, object, added), text)
}

/** A source with its messages, which several languages can be read from. */
export interface Messages {
  readonly source: string
  readonly objects: readonly MessageObject[]
}

export function readMessages(source: string): Messages {
  return { source, objects: findObjects(source) }
}

/**
 * The texts of sources in the language, by the name of the message and its text in the default language. If sources
 * differ, the last one counts.
 */
export function readKnown(
  sources: readonly Messages[],
  { language, original }: Copied,
): ReadonlyMap<string, string> {
  const known = new Map<string, string>()
  for (const { source, objects } of sources) {
    for (const object of objects) {
      const span = findProperty(source, object, language)
      const text = findText(source, object, language)
      if (span === undefined || text === undefined || isMarked(source, span)) continue
      known.set(toIdentity(source, object, original), text)
    }
  }
  return known
}

/** Identifies a message in the kit and in the application, as long as nobody changes it: `cancel 'Cancel'`. */
function toIdentity(text: string, object: MessageObject, original: string): string {
  const before = text.slice(text.lastIndexOf('\n', object.start) + 1, object.start)
  return `${/\w+(?=\W+message\()/.exec(before)?.[0]} ${findText(text, object, original)}`
}

/** The text of a message in a language, as its source. */
function findText(text: string, object: MessageObject, language: string): string | undefined {
  const found = findProperty(text, object, language)
  return found && text.slice(found.start, found.end).replace(/^[^:]+:\s*/, '')
}

function findProperty(text: string, object: MessageObject, language: string): Span | undefined {
  return object.properties.find((each) => toKey(text, each) === language)
}

interface Added extends Copied {
  /** Texts in the language: see `readKnown`. */
  readonly known: ReadonlyMap<string, string>
}

/** The language as a property name, in quotes if it needs them. */
function toProperty(language: string): string {
  return /^\w+$/.test(language) ? language : `'${language}'`
}

function addText(text: string, object: MessageObject, added: Added): string {
  const { language, original, known } = added
  const model = findText(text, object, original)
  if (model === undefined || findText(text, object, language) !== undefined) return text
  const translated = known.get(toIdentity(text, object, original))
  const value = translated === undefined ? `${model}, ${untranslatedMark}` : `${translated},`
  return addLine(text, object, `${toProperty(language)}: ${value}`)
}

function addLine(text: string, { start, end, properties }: MessageObject, added: string): string {
  const last = properties.at(-1)
  if (last === undefined) return text
  const source = (span: Span): string => text.slice(span.start, span.end)
  const indent = /^[^\S\n]*/.exec(text.slice(text.lastIndexOf('\n', start) + 1))?.[0] ?? ''
  if (!source({ start, end }).includes('\n')) {
    const lines = [...properties.map((each) => `${source(each)},`), added]
    const body = lines.map((line) => `${indent}  ${line}\n`).join('')
    return `${text.slice(0, start)}{\n${body}${indent}}${text.slice(end)}`
  }
  const lineEnd = text.indexOf('\n', last.end)
  const at = lineEnd === -1 || lineEnd > end ? last.end : lineEnd
  const comma = /^\s*,/.test(text.slice(last.end)) ? '' : ','
  const between = text.slice(last.end, at)
  return `${text.slice(0, last.end)}${comma}${between}\n${indent}  ${added}${text.slice(at)}`
}

/** Removes a text that is still marked or is the kit's translation, unless it is the only text of its message. */
function removeText(text: string, object: MessageObject, added: Added): string {
  const { language, original, known } = added
  const span = findProperty(text, object, language)
  if (span === undefined || object.properties.length === 1) return text
  const translated = known.get(toIdentity(text, object, original))
  const isOfKit = translated !== undefined && translated === findText(text, object, language)
  if (!isMarked(text, span) && !isOfKit) return text
  const before = text.slice(0, span.start).trimEnd()
  const after = text.slice(span.end).replace(markedEnd, '')
  // If all texts are on one line, the last one has no comma.
  return (/^ *\}/.test(after) ? before.replace(/,$/, '') : before) + after
}

/** The comma and the mark after a text, which are removed with it. */
const markedEnd = new RegExp(`^,?(?: *${untranslatedMark})?`)

/** Whether a text is still to be translated. */
function isMarked(text: string, { end }: Span): boolean {
  return text.slice(end, text.indexOf('\n', end)).trimEnd().endsWith(untranslatedMark)
}

function toKey(text: string, { start, end }: Span): string {
  return /^['"]?([\w-]+)/.exec(text.slice(start, end))?.[1] ?? ''
}

interface Span {
  readonly start: number
  readonly end: number
}

/** The object of a `message({ … })` with its properties. */
interface MessageObject extends Span {
  readonly properties: readonly Span[]
}

/** The objects of all messages in a source, first one first. */
function findObjects(text: string): readonly MessageObject[] {
  return Array.from(text.matchAll(/\bmessage\(\s*(?=\{)/g), ({ index, 0: { length } }) =>
    readObject(text, index + length),
  ).filter((object) => object !== undefined)
}

/** Reads an object literal, and ignores brackets in strings and comments; `undefined` if it does not end. */
function readObject(text: string, start: number): MessageObject | undefined {
  const properties: Span[] = []
  let depth = 0
  let from: number | undefined
  let to = start
  const closeProperty = (): void => {
    if (from !== undefined) properties.push({ start: from, end: to })
    from = undefined
  }
  for (const [token] of text.slice(start).matchAll(tokens)) {
    const at = to
    to += token.length
    if (/^\s|^\/[/*]/.test(token)) continue
    if (/^[}\])]/.test(token) && --depth === 0) {
      const end = to
      to = lastEnd(text, at)
      closeProperty()
      return { start, end, properties }
    }
    if (token === ',' && depth === 1) {
      const end = to
      to = lastEnd(text, at)
      closeProperty()
      to = end
    } else if (depth === 1) from ??= at
    if (/^[{[(]/.test(token)) depth += 1
  }
  return undefined
}

/** Where the code before a position ends, without trailing spaces. */
function lastEnd(text: string, at: number): number {
  return text.slice(0, at).trimEnd().length
}

/** Comments, strings, spaces, words, and any other character. */
const tokens =
  /\/\/.*|\/\*[^]*?\*\/|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|\s+|\w+|[^]/g
