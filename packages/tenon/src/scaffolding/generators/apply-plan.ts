import { mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { SetupError } from '../../base/support/setup-error.ts'
import { writePageRegistry } from '../../pages/vite/page-registry.ts'
import { importStatement } from './imports/import-edits.ts'
import type { Edit, NewFile, Plan } from './plan.ts'
import type { Project } from './project.ts'
import { findUses } from './remaining-uses.ts'

export type Print = (line: string) => void

/**
 * Writes the files of a plan and edits the existing files that must mention them.
 *
 * Throws `E_MAKE_EXISTS` before anything is written if one of the files already exists.
 */
export function applyPlan(plan: Plan, project: Project, print: Print): void {
  const { files, edits, notes = [] } = plan
  const needed = files.filter(({ path, isShared }) => !isShared || project.read(path) === undefined)
  assertFree(needed, project)
  for (const file of needed) writeNew(file, project, print)
  makeEdits(edits, project, print)
  registerPages(project, print)
  for (const note of notes) print(note)
}

/** Writes a file that does not exist yet. */
export function writeNew({ path, text }: NewFile, project: Project, print: Print): void {
  const file = join(project.root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { flag: 'wx' })
  print(`Wrote ${path}`)
}

/** Edits files, or prints what to add to those that do not look as expected. */
export function makeEdits(edits: readonly Edit[], project: Project, print: Print): void {
  const told = new Set<string>()
  const printOnce: Print = (line) => {
    if (!told.has(line)) print(line)
    told.add(line)
  }
  for (const edit of edits) {
    const outcome = change(edit, project, edit.insert)
    tellChange(edit, outcome, { print: printOnce, byHand: 'Add this to' })
  }
}

/** Undoes a plan. Files that differ from what it wrote, and those that other files need, are kept and reported. */
export function undoPlan(plan: Plan, project: Project, print: Print): void {
  const { files, edits } = plan
  const uses = findUses(plan, project)
  const there = files.filter(({ path }) => project.read(path) !== undefined)
  const own = there.filter(({ isShared }) => !isShared)
  if (own.length === 0 && files.length > 0) print('There is nothing to remove.')
  for (const { path, text, isShared } of [...own, ...there.filter((file) => file.isShared)]) {
    const user = uses.get(path)
    if (isShared && user !== undefined) continue
    if (project.read(path) === text && user !== undefined) {
      print(`Kept ${path}: ${user} needs it.`)
    } else if (project.read(path) === text) {
      rmSync(join(project.root, path))
      removeEmptyFolders(project.root, dirname(path))
      print(`Removed ${path}`)
    } else {
      print(
        `Kept ${path}: it differs from what this command would write now. Remove it if nothing needs it.`,
      )
    }
  }
  const isDone = ({ serves }: Edit): boolean => serves === '' || project.read(serves) === undefined
  for (const edit of edits.filter(isDone)) {
    const outcome = change(edit, project, edit.remove)
    const told = { ...edit, lines: withoutUsedImports(edit, project) }
    tellChange(told, outcome, { print, byHand: 'Remove this from' })
  }
  registerPages(project, print)
}

/** The lines of an edit without the imports that the file still needs: it uses their names, and their source exists. */
function withoutUsedImports({ path, lines }: Edit, project: Project): readonly string[] {
  const text = project.read(path) ?? ''
  const rest = lines
    .reduce((left, line) => left.replace(`${line}\n`, ''), text)
    .replaceAll(importStatement, '')
  const isUsed = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(rest)
  return lines.filter((line) => {
    const [, clause = '', from = ''] = /^import (.+) from '(.+)'$/.exec(line) ?? []
    const file = from.startsWith('.') ? posix.join(dirname(path), from) : undefined
    const isGone = file !== undefined && project.read(file) === undefined
    return isGone || !(clause.match(/\w+/g) ?? []).some(isUsed)
  })
}

function assertFree(files: readonly NewFile[], project: Project): void {
  const existing = files.filter(({ path }) => project.read(path) !== undefined)
  if (existing.length === 0) return
  const list = existing.map(({ path }) => `  ${path}`).join('\n')
  throw new SetupError(
    'E_MAKE_EXISTS',
    `Nothing was written, because these files already exist:\n${list}\nRemove or rename them, or choose another name.`,
  )
}

function change(
  { path }: Edit,
  project: Project,
  rewrite: (text: string) => string | undefined,
): Outcome {
  const text = project.read(path)
  const changed = text === undefined ? undefined : rewrite(text)
  if (changed === undefined) return 'impossible'
  if (changed === text) return 'unchanged'
  writeFileSync(join(project.root, path), changed)
  return 'changed'
}

/** The outcome of an edit. A file that needs no change is not mentioned. */
type Outcome = 'changed' | 'unchanged' | 'impossible'

function tellChange(
  edit: Edit,
  outcome: Outcome,
  { print, byHand }: { readonly print: Print; readonly byHand: string },
): void {
  if (outcome === 'changed') print(`Changed ${edit.path}`)
  if (outcome === 'impossible') print(toDoByHand(byHand, edit))
}

function toDoByHand(what: string, { path, lines }: Edit): string {
  return [`${what} ${path}:`, ...lines.map((line) => `  ${line}`)].join('\n')
}

/** Writes the types of pages and mails if they have changed. */
export function registerPages({ root, pages }: Project, print: Print): void {
  if (pages !== undefined && writePageRegistry(root)) print('Wrote the types of pages and mails')
}

function removeEmptyFolders(root: string, folder: string): void {
  if (folder === '.' || readdirSync(join(root, folder)).length > 0) return
  rmdirSync(join(root, folder))
  removeEmptyFolders(root, dirname(folder))
}
