import { compileText } from '../../../base/language/compile-text.ts'
import { untranslatedMark } from '../../../base/language/untranslated.ts'
import { literalText } from '../../../pages/vite/messages/literal-text.ts'
import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'
import type { Finding, Program } from '../program/program.ts'
import { visitAll, type ProgramFile } from '../program/program-file.ts'
import { calledImport, child, children, keyOf, lineOf, nameOf } from '../program/source-file.ts'
import { readUses } from '../program/uses.ts'
import { hasBarePlural } from './bare-plurals.ts'

/** Finds messages that are never used, and texts that are missing, wrong or not translated yet. */
export function checkMessages(program: Program): readonly Finding[] {
  const messages = program.files.flatMap(readMessages)
  if (messages.length === 0) return []
  const isUsed = toUsed(program.files)
  return messages.flatMap((message) => [
    ...checkTexts(message, program.languages),
    ...(isUsed(message) ? [] : [toUnused(message)]),
  ])
}

/** A call of `message()`, with the constant that holds it. */
interface DeclaredMessage {
  readonly file: ProgramFile
  readonly start: number
  /** The object with the texts. */
  readonly texts: SyntaxNode
  /** The name of the constant; `undefined` if the message is not a constant of the module. */
  readonly name: string | undefined
}

function readMessages(file: ProgramFile): readonly DeclaredMessage[] {
  const found: DeclaredMessage[] = []
  visitAll(file, (node, ancestors) => {
    if (calledImport(file, node)?.name !== 'message') return
    const [texts] = children(node, 'arguments')
    if (texts?.type !== 'ObjectExpression') return
    const [declarator, , around] = ancestors
    const isOfModule = around?.type === 'Program' || around?.type === 'ExportNamedDeclaration'
    const name = isOfModule ? nameOf(child(declarator, 'id')) : undefined
    found.push({ file, start: node.start, texts, name })
  })
  return found
}

function checkTexts({ file, start, texts, name }: DeclaredMessage, languages: readonly string[]) {
  const title = name === undefined ? 'A message' : `The message "${name}"`
  const properties = children(texts, 'properties')
  const written = properties.flatMap((property) => {
    const language = keyOf(property)
    return language === undefined ? [] : [{ language, property }]
  })
  const isWhole = written.length === properties.length
  const missing = languages.filter((each) => written.every(({ language }) => language !== each))
  return [
    ...(isWhole ? missing : []).map((language) =>
      toMistake(file, start, `${title} has no text in ${toEnglish(language)}.`),
    ),
    ...written.flatMap(({ language, property }) => {
      const problem = findProblem(file, property, language)
      return problem === undefined
        ? []
        : [toMistake(file, property.start, `${title} in ${toEnglish(language)}: ${problem}`)]
    }),
  ]
}

function findProblem(
  file: ProgramFile,
  property: SyntaxNode,
  language: string,
): string | undefined {
  const end = file.text.indexOf('\n', property.end)
  const rest = file.text.slice(property.end, end === -1 ? undefined : end)
  if (rest.includes(untranslatedMark)) {
    return `the text is not translated yet. Translate it, and remove "${untranslatedMark}".`
  }
  const text = literalText(property['value'])
  if (text === undefined) return undefined
  if (text.trim() === '') return 'the text is empty.'
  try {
    return hasBarePlural(compileText(text), language)
      ? 'a plural has nothing but "other". Write the other forms that numbers have in this language.'
      : undefined
  } catch (error) {
    return error instanceof Error ? error.message : undefined
  }
}

function toUnused({ file, start, name = '' }: DeclaredMessage): Finding {
  return toMistake(file, start, `Nothing says the message "${name}". Remove it.`)
}

/** Whether any module uses a message. If an import cannot be followed to its file, an equal name is enough. */
function toUsed(files: readonly ProgramFile[]): (message: DeclaredMessage) => boolean {
  const uses = readUses(files)
  const paths = new Set(files.map(({ path }) => path))
  const origins = files.flatMap((file) => [...file.origins.values()])
  const unfollowed = new Set(
    origins.filter(({ module }) => !paths.has(module)).map(({ name }) => name),
  )
  // If a module is imported as a whole, code may read it by computed names.
  const whole = new Set(origins.filter(({ name }) => name === '*').map(({ module }) => module))
  const again = files.flatMap(({ text }) => readReexports(text)).join('\n')
  return ({ file, name }) =>
    name === undefined ||
    uses.has(`${file.path} ${name}`) ||
    whole.has(file.path) ||
    unfollowed.has(name) ||
    again.includes(file.path.slice(file.path.lastIndexOf('/') + 1))
}

/** The modules from which a file re-exports: `export { title } from './words.ts'`. */
function readReexports(text: string): readonly string[] {
  return Array.from(text.matchAll(/^export .*? from (['"].*?['"])/gms), ([, module = '']) => module)
}

function toMistake(file: ProgramFile, start: number, message: string): Finding {
  return { kind: 'mistake', file: file.path, line: lineOf(file, start), message }
}

/** The name of a language, such as `German (de)`. */
function toEnglish(language: string): string {
  try {
    return `${new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? ''} (${language})`
  } catch {
    return `"${language}"`
  }
}
