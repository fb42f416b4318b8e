import { dirname, posix } from 'node:path'
import { fit } from '../templates/fit.ts'
import type { Layout } from '../templates/page-files.ts'
import { toTitleWord, type SpokenSubject } from '../templates/words/resource-words.ts'
import { addImports, importStatement, removeImport, removeItem } from './imports/import-edits.ts'
import type { Edit } from './plan.ts'
import type { Project } from './project.ts'
import { toImport } from './words/words-file.ts'

/** Adds a link to a resource to the navigation of every page. Returns no edit if the application's layout has none. */
export function addLink(
  { names, words }: SpokenSubject,
  project: Project,
  wordsFile: string,
): readonly Edit[] {
  const file = navigationFiles[project.layout]
  if (file === undefined || project.read(file) === undefined) return []
  const { option, code } = toTitleWord(names, words)
  const label = `label: ${words.areMessages ? option : `() => ${code}`}`
  const href = `href: () => route('${names.path}.index')`
  const item = fit(`  { ${label}, ${href} },\n`, `  {\n    ${label},\n    ${href},\n  },\n`)
  const said = words.areMessages
    ? [toImport([option], posix.relative(dirname(file), wordsFile))]
    : []
  const edit: Edit = {
    path: file,
    serves: `app/controllers/${names.path}.ts`,
    insert: (text) => {
      if (text.includes(item)) return text
      const opened = text.replace(`${opening}]\n`, `${opening}\n]\n`)
      const [before, rest] = split(opened)
      if (rest === undefined) return undefined
      return withImports(`${before}${item}${rest}`, [routeImport, ...said])
    },
    remove: (text) => {
      const left = removeItem(text, { item, imports: said, marks: [`'${names.path}.index'`] })
      if (left === text || !left?.includes(`${opening}\n]\n`)) return left
      return removeImport(left, routeImport)
        .replace(`${opening}\n]\n`, `${opening}]\n`)
        .replace(/^\n+/, '')
    },
    lines: [routeImport, ...said, ...item.trimEnd().split('\n')],
  }
  return [edit]
}

/** The file with the links of each layout. */
const navigationFiles: Readonly<Record<Layout, string | undefined>> = {
  layout: 'resources/components/navigation.ts',
  'signed-in': 'resources/components/accounts/navigation.ts',
  none: undefined,
}

const opening = 'export const navigation: readonly NavigationLink[] = ['
const routeImport = `import { route } from 'tenon/client'`

/** The text up to the end of the list, and the rest; `undefined` if the list does not look as expected. */
function split(text: string): readonly [before: string, rest?: string] {
  const start = text.indexOf(`${opening}\n`)
  const end = text.indexOf('\n]\n', start)
  return start === -1 || end === -1 ? [text] : [text.slice(0, end + 1), text.slice(end + 1)]
}

/** The file has no imports until it has links. */
function withImports(text: string, lines: readonly string[]): string | undefined {
  return text.search(importStatement) === -1
    ? `${lines.join('\n')}\n\n${text}`
    : addImports(text, lines)
}
