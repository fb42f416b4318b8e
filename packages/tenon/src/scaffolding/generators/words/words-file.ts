import { globSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { once } from '../../../base/support/once.ts'
import { textLiteral } from '../../../data/columns/text-literal.ts'
import { fit } from '../../templates/fit.ts'
import type { Names } from '../../templates/names.ts'
import {
  messageWords,
  plainWords,
  sharedTexts,
  type MessageText,
  type MessageWords,
  type Words,
} from '../../templates/words/words.ts'
import { languagesFile, readLanguages } from '../kits/keep-languages.ts'
import { isInKit } from '../kits/kit-files.ts'
import { addTexts, readKnown, readMessages, spokenKits, type Messages } from '../language-edits.ts'
import type { Edit, NewFile } from '../plan.ts'
import type { Project } from '../project.ts'

/** The words in the files of a plan: texts in the code, or messages if the application lists its languages. */
export interface FileWords {
  readonly words: Words
  /** The file of the messages. */
  readonly path: string
  /** Returns the files of the plan with imports of the messages that they use, and the file of these messages. */
  readonly put: (files: readonly NewFile[]) => readonly NewFile[]
  /** Returns the edit of the file with shared messages, if the application has it and it lacks some that these files use. */
  readonly add: (files: readonly NewFile[]) => readonly Edit[]
}

/** The words of the records of a model. */
export function wordsOf(names: Names, project: Project): FileWords {
  const path = toWordsPath(names, project)
  if (project.read(languagesFile) === undefined)
    return { words: plainWords, path, put: (files) => files, add: () => [] }
  const words = messageWords([names.singular, names.plural])
  const said = (text: string): readonly string[] => findSaid(text, words)
  const isShared = (name: string): boolean => words.messages.get(name) === shared.get(name)
  const spoken = once(() => readSpoken(project))
  return {
    words,
    path,
    put(files) {
      const used = files.flatMap(({ text }) => said(text))
      const own = new Set(used.filter((name) => !isShared(name)))
      const head = toHead(`What is said about ${names.labels}.`)
      const declared = declareMessages(words, own, 'export const', { path, spoken })
      return [
        ...files.map((file) => {
          const ours = said(file.text).filter((name) => !isShared(name))
          const theirs = said(file.text).filter(isShared)
          return importWords(importWords(file, ours, path), theirs, toSharedPath(project))
        }),
        ...(own.size === 0 ? [] : [{ path, text: `${head}\n${declared}` }]),
        ...sharedFile(used.filter(isShared), project, spoken),
      ]
    },
    add: (files) =>
      sharedEdit(files.flatMap(({ text }) => said(text)).filter(isShared), project, spoken),
  }
}

/** The texts of the messages that the pages of all records use, by name. */
const shared: ReadonlyMap<string, string> = new Map(Object.entries(sharedTexts))

/**
 * The file of these messages with those that the pages use. If there is one already, its text has what was added
 * later: so it is removed with the last pages.
 */
function sharedFile(
  used: readonly string[],
  project: Project,
  spoken: () => Spoken,
): readonly NewFile[] {
  if (used.length === 0) return []
  const path = toSharedPath(project)
  const there = [...(project.read(path) ?? '').matchAll(/^export const (\w+) = /gm)]
  const names = there.length === 0 ? used : there.map(([, name = '']) => name)
  const head = toHead('Words that the pages of all records use.')
  return [{ path, text: `${head}\n${declareShared(names, { path, spoken })}`, isShared: true }]
}

/** Adds the used messages that the file of the application does not export. They stay when the pages are removed. */
function sharedEdit(
  used: readonly string[],
  project: Project,
  spoken: () => Spoken,
): readonly Edit[] {
  const path = toSharedPath(project)
  const there = project.read(path)
  const missing = used.filter(
    (name) => there !== undefined && !new RegExp(`^export const ${name} = `, 'm').test(there),
  )
  if (missing.length === 0) return []
  const declared = declareShared(missing, { path, spoken })
  return [
    {
      path,
      serves: '',
      insert: (text) =>
        text.includes("from 'tenon/languages'") ? `${text.trimEnd()}\n\n${declared}` : undefined,
      remove: (text) => text,
      lines: declared.trimEnd().split('\n'),
    },
  ]
}

function declareShared(names: readonly string[], place: Place): string {
  const messages = new Map(names.map((name) => [name, shared.get(name) ?? '']))
  return declareMessages({ messages }, new Set(names), 'export const', place)
}

function toHead(about: string): string {
  return `${toImport(['message'], 'tenon/languages')}\n\n// ${about}\n`
}

/** The words of a single page or mail. Its messages are in its own file. */
export function ownWords(project: Project): Pick<FileWords, 'words' | 'put'> {
  if (project.read(languagesFile) === undefined) return { words: plainWords, put: (files) => files }
  const words = messageWords([])
  const spoken = once(() => readSpoken(project))
  const put = (file: NewFile): NewFile => {
    const used = new Set(findSaid(file.text, words))
    const declared = declareMessages(words, used, 'const', { path: file.path, spoken })
    const names = ['direction', 'language', 'message'].filter(
      (name) => name === 'message' || file.text.includes(`${name}(`),
    )
    const lines = `${toImport(names, 'tenon/languages')}\n\n${declared}`
    return insertAfterImports(file, lines)
  }
  return { words, put: (files) => files.map(put) }
}

/** The file of the messages that the pages of all records use. */
export function toSharedPath(project: Project): string {
  return `${toFolder(project)}/shared.ts`
}

function toFolder({ pages }: Project): string {
  return pages === undefined ? 'app/words' : 'resources/words'
}

/** The file of the messages, in the folder of hand-written ones. The name differs from those of the kits' files. */
function toWordsPath({ path, file }: Names, project: Project): string {
  const folder = toFolder(project)
  const isOfKit = spokenKits.some((kit) => isInKit(kit, `${folder}/${path}.ts`))
  return `${folder}/${isOfKit ? `${file}-records` : path}.ts`
}

/** The names of the messages that a source calls or passes on. */
function findSaid(text: string, { messages }: MessageWords): readonly string[] {
  return [...messages.keys()].filter((name) =>
    new RegExp(`(?<![\\p{L}\\w.$'-])${name}(?=[(\\[,)]| \\})`, 'u').test(text),
  )
}

function importWords(file: NewFile, names: readonly string[], words: string): NewFile {
  if (names.length === 0) return file
  const line = toImport(names.toSorted(), posix.relative(dirname(file.path), words))
  return insertAfterImports(file, `${line}\n`)
}

/** Imports names from a module, on one line if that fits. Formatters leave a single name on one line in any case. */
export function toImport(names: readonly string[], from: string): string {
  const lines = names.map((name) => `  ${name},\n`).join('')
  const line = `import { ${names.join(', ')} } from '${from}'`
  return names.length === 1 ? line : fit(line, `import {\n${lines}} from '${from}'`)
}

/** Adds lines after the imports of a module or component, with their indent, or at its start if it imports nothing. */
function insertAfterImports({ path, text }: NewFile, lines: string): NewFile {
  const start = /^<script[^>]*>\n|^/.exec(text)?.[0] ?? ''
  const last = [...text.matchAll(/^ *import [^'"]*'[^'\n]*'\n/gm)].at(-1)
  const end = last === undefined ? start.length : last.index + last[0].length
  const indent = path.endsWith('.svelte') ? '  ' : ''
  const inserted = lines.replaceAll(/^(?=.)/gm, indent)
  const gap = /^(?:\n|<\/)/.test(text.slice(end)) ? '' : '\n'
  return { path, text: text.slice(0, end) + inserted + gap + text.slice(end) }
}

/** What an application says, and in which languages, the default one first. */
interface Spoken {
  readonly languages: readonly string[]
  /** The messages of each file that has some. */
  readonly files: ReadonlyMap<string, Messages>
}

interface Place {
  /** The file of the messages. */
  readonly path: string
  /** Reads all messages, which takes longer than the rest of a plan. */
  readonly spoken: () => Spoken
}

/** Declares the used messages in English, and in each other language with a known translation or a marked copy. */
function declareMessages(
  { messages }: Pick<MessageWords, 'messages'>,
  used: ReadonlySet<string>,
  keyword: 'const' | 'export const',
  place: Place,
): string {
  const english = [...messages]
    .filter(([name]) => used.has(name))
    .map(([name, text]) => declare(`${keyword} ${name} = `, text))
    .join('\n')
  const { languages, files } = place.spoken()
  // A text that the other files translate does not have to be translated again.
  const others = [...files].filter(([path]) => path !== place.path).map(([, messages]) => messages)
  const translated = languages
    .filter((language) => language !== 'en')
    .reduce((text, language) => {
      const copied = { language, original: 'en' }
      const known = isEnglish(language)
        ? readKnown([readMessages(text)], { ...copied, language: 'en' })
        : // The generated tests expect English in the default language, so use no translation there.
          readKnown(language === languages[0] ? [] : others, copied)
      return addTexts(text, { ...copied, known })
    }, english)
  return languages.includes('en') ? translated : translated.replaceAll(/^ *en: .*,\n/gm, '')
}

function isEnglish(language: string): boolean {
  return /^en\b/.test(language)
}

function readSpoken(project: Project): Spoken {
  const paths = globSync('{app,resources}/**/*.{ts,tsx,vue,svelte}', { cwd: project.root })
  const sources = paths
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => [path, project.read(path) ?? ''] as const)
    .filter(([, source]) => source.includes('tenon/languages'))
  return {
    languages: readLanguages(project.read(languagesFile)),
    files: new Map(sources.map(([path, source]) => [path, readMessages(source)])),
  }
}

function declare(start: string, text: MessageText): string {
  if (typeof text === 'string') return `${toMessage(start, text)}\n`
  const lines = text.map((value) => {
    const key = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(value) ? value : textLiteral(value)
    return `${toMessage(`  ${key}: `, withoutSyntax(value))},\n`
  })
  return `${start}{\n${lines.join('')}}\n`
}

function toMessage(start: string, text: string): string {
  const indent = /^ */.exec(start)?.[0] ?? ''
  const property = `en: ${textLiteral(text)}`
  return fit(
    `${start}message({ ${property} })`,
    `${start}message({\n${indent}  ${property},\n${indent}})`,
  )
}

/** Escapes apostrophes, braces and angle brackets, which have a meaning in ICU messages. */
function withoutSyntax(text: string): string {
  return text.replaceAll("'", "''").replaceAll(/[{}<>]+/g, "'$&'")
}
