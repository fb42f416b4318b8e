/*
 * The dialogs that ask before a record is deleted name the records that are deleted with it. If the model of these
 * comes later than the pages with the dialogs, the sentence is an edit of the pages. Otherwise it is in their text.
 */

import { dirname, posix } from 'node:path'
import type { Owner, Subject } from '../../templates/field.ts'
import { fit } from '../../templates/fit.ts'
import { toExistingNames, type Names } from '../../templates/names.ts'
import type { Library } from '../../templates/page-files.ts'
import { toTitleWord } from '../../templates/words/resource-words.ts'
import { child, sayShared, vueChild, type Words } from '../../templates/words/words.ts'
import { addImports, importStatement, removeItem } from '../imports/import-edits.ts'
import { findModel } from '../model-source.ts'
import type { Edit, NewFile, Plan } from '../plan.ts'
import type { Project } from '../project.ts'
import { isPerson } from '../whose/find-whose.ts'
import { toImport, toSharedPath, wordsOf, type FileWords } from '../words/words-file.ts'

/** Puts the words of a resource into its files, and what is deleted with a record into its dialogs and those of others. */
export function putWords(
  files: readonly NewFile[],
  subject: Subject,
  said: FileWords,
  project: Project,
): Pick<Plan, 'files' | 'edits'> {
  const { words } = said
  const own = files
    .filter(({ text }) => dialogStart.test(text))
    .flatMap(({ path }) =>
      findBelow(subject.names, project).map((names) => toEdit(path, names, words, project)),
    )
  const edits = findDialogs(subject, project).map((path) =>
    toEdit(path, subject.names, words, project),
  )
  const sentences = { path: '', text: [...own, ...edits].flatMap(({ lines }) => lines).join('\n') }
  const spoken = said.put([...files, sentences]).filter(({ path }) => path !== sentences.path)
  const withOwn = ({ path, text }: NewFile): string =>
    own
      .filter((edit) => edit.path === path)
      .reduce((changed, { insert }) => insert(changed) ?? changed, text)
  return {
    files: spoken.map((file) => ({ ...file, text: withOwn(file) })),
    edits: [...edits, ...said.add([...files, sentences])],
  }
}

/** The edits of a model without a resource. In an application with languages, its words are yet to be written. */
export function tellCascades(subject: Subject, project: Project): Required<Omit<Plan, 'files'>> {
  const { names } = subject
  const { words } = wordsOf(names, project)
  const pages = findDialogs(subject, project)
  if (!words.areMessages)
    return { edits: pages.map((path) => toEdit(path, names, words, project)), notes: [] }
  const notes = pages.map(
    (path) => `The dialog of ${path} does not say yet that ${names.labels} are also deleted.`,
  )
  return { edits: [], notes }
}

/** The existing pages with a dialog before whose deletion these records are deleted, too. */
function findDialogs(subject: Subject, project: Project): readonly string[] {
  const { pages } = project
  if (pages === undefined) return []
  return toCascading(subject, project)
    .flatMap(({ names }) =>
      ['Index', 'Show'].map((page) => `resources/pages/${names.pages}/${page}`),
    )
    .map((path) => `${path}.${looks[pages.library].extension}`)
    .filter((path) => dialogStart.test(project.read(path) ?? ''))
}

/** The models whose records are deleted with a record of this one, and that have words for their records. */
function findBelow({ model }: Names, project: Project): readonly Names[] {
  return project.list('app/models').flatMap((file) => {
    const [, name] = /class (\w+)/.exec(project.read(`app/models/${file}`) ?? '') ?? []
    const names = toExistingNames(name ?? 'none')
    const { fields = [] } = findModel(names, project) ?? {}
    const isBelow = toCascading({ names, fields }, project).some(
      (owner) => owner.names.model === model,
    )
    const { words, path } = wordsOf(names, project)
    const { option } = toTitleWord(names, words)
    const isSaid = !words.areMessages || project.read(path)?.includes(`export const ${option} = `)
    return isBelow && isSaid ? [names] : []
  })
}

/** The other models with whose records these are deleted. */
function toCascading({ names, fields }: Subject, project: Project): readonly Owner[] {
  return fields.flatMap(({ owner, isNullable }) => {
    if (owner === undefined || isPerson(owner) || owner.names.model === names.model) return []
    const { onDelete = isNullable ? 'set null' : 'cascade' } = owner
    const isKept = project.read(`app/models/${owner.names.file}.ts`)?.includes('...softDeletes(')
    return onDelete === 'cascade' && !isKept ? [owner] : []
  })
}

/** The sentence about these records in the dialog of a page. */
function toEdit(path: string, names: Names, own: Words, project: Project): Edit {
  const { words, path: wordsFile } = wordsOf(names, project)
  const title = toTitleWord(names, words)
  const said = sayShared('alsoDeleted', own, { records: title.code })
  const { indent, markup } = looks[project.pages?.library ?? 'react']
  const text = markup(said)
  const item = fit(`${indent}<p>${text}</p>\n`, `${indent}<p>\n${indent}  ${text}\n${indent}</p>\n`)
  const toLine = (name: string, from: string) =>
    toImport([name], posix.relative(dirname(path), from))
  const imports = words.areMessages
    ? [toLine(said.option, toSharedPath(project)), toLine(title.option, wordsFile)]
    : []
  return {
    path,
    serves: words.areMessages ? wordsFile : `app/models/${names.file}.ts`,
    insert: inScript(path, (page) => {
      if (page.includes(item)) return page
      if (!dialogStart.test(page)) return undefined
      return addImports(
        page.replace(dialogStart, (start) => start + item),
        imports,
      )
    }),
    remove: inScript(path, (page) => removeItem(page, { item, imports, marks: [] })),
    lines: [...imports, item.trim()],
  }
}

/** A dialog up to the line of its buttons. */
const dialogStart = /<Dialog(?:Part)?\s[^]*?\n(?= *<div class(?:Name)?="actions">)/

/** Runs an edit on a page whose imports have no indent, as only those in Svelte have one. */
function inScript(path: string, edit: Edit['insert']): Edit['insert'] {
  if (!path.endsWith('.svelte')) return edit
  return (page) =>
    edit(
      page.replaceAll(/^ {2}import [^'"]*'[^'\n]*'\n/gm, (line) => line.replaceAll(/^ {2}/gm, '')),
    )?.replaceAll(importStatement, (line) => line.replaceAll(/^(?=.)/gm, '  '))
}

const looks = {
  react: { extension: 'tsx', indent: ' '.repeat(8), markup: child },
  vue: { extension: 'vue', indent: ' '.repeat(6), markup: vueChild },
  svelte: { extension: 'svelte', indent: ' '.repeat(4), markup: child },
} satisfies Readonly<Record<Library, unknown>>
