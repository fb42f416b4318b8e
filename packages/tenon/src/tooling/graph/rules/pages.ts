import type { Finding, Program } from '../program/program.ts'
import { visitAll, type ProgramFile } from '../program/program-file.ts'
import { calledImport, children, keyOf, lineOf, textOf } from '../program/source-file.ts'

/** Finds pages that no handler renders, mails that are never sent, and props that their page does not read. */
export function checkPages(program: Program): readonly Finding[] {
  const texts = new Set(program.files.flatMap(readTexts))
  return [
    ...toUnused(program.pages, texts, ['No handler renders the page', 'Render'], ['Error']),
    ...toUnused(program.mails, texts, ['Nothing sends the mail', 'Send'], []),
    ...program.files.flatMap((file) => checkProps(file, program)),
  ]
}

/** Finds components that no text names. Tenon itself renders those in `known`, such as the page `Error`. */
function toUnused(
  components: ReadonlyMap<string, ProgramFile>,
  texts: ReadonlySet<string>,
  [problem, cure]: readonly [problem: string, cure: string],
  known: readonly string[],
): readonly Finding[] {
  return [...components]
    .filter(([name]) => !texts.has(name) && !known.includes(name))
    .map(([name, { path }]) => ({
      kind: 'mistake',
      file: path,
      line: 1,
      message: `${problem} "${name}". ${cure} it, or remove it.`,
    }))
}

/** The texts in server modules. The name of every rendered component is among them. */
function readTexts(file: ProgramFile): readonly string[] {
  if (file.path.startsWith('resources/')) return []
  const texts: string[] = []
  visitAll(file, (node) => {
    const text = textOf(node)
    if (text !== undefined) texts.push(text)
  })
  return texts
}

/** Finds props that are sent for nothing: the page names them only in the type of its props. */
function checkProps(file: ProgramFile, program: Program): readonly Finding[] {
  const found: Finding[] = []
  visitAll(file, (node) => {
    if (calledImport(file, node)?.name !== 'page') return
    const [name, props] = children(node, 'arguments')
    const page = program.pages.get(textOf(name) ?? '')
    if (page === undefined || mayPassOn(page.text)) return
    for (const property of children(props, 'properties')) {
      const key = keyOf(property)
      if (key === undefined || countWords(page.text, key) > 1) continue
      found.push({
        kind: 'hint',
        file: file.path,
        line: lineOf(file, property.start),
        message: `The page "${textOf(name) ?? ''}" does not read the prop "${key}".`,
      })
    }
  })
  return found
}

/** Whether a page may use all props at once: `{...props}`, `v-bind="props"`, `usePage().props`. */
function mayPassOn(text: string): boolean {
  return /\.\.\.\w|v-bind="|\$page|usePage|\$\$props/.test(text)
}

function countWords(text: string, word: string): number {
  const name = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.match(new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'g'))?.length ?? 0
}
