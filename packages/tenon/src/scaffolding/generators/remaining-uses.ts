import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { importedPaths } from './kits/parts.ts'
import type { NewFile, Plan } from './plan.ts'
import type { Project } from './project.ts'

/**
 * The files of a plan that cannot be removed, each with a remaining file that uses it: it imports the file, shows it as
 * a page or mail, or is the model of a migration. Files that have been changed remain, and so do the files that they
 * use.
 */
export function findUses(plan: Plan, project: Project): ReadonlyMap<string, string> {
  const files = plan.files.filter(({ path }) => project.read(path) !== undefined)
  const isChanged = ({ path, text }: NewFile): boolean => project.read(path) !== text
  const doomed = new Set(files.filter((file) => !isChanged(file)).map(({ path }) => path))
  const texts = [...readWithoutEdits(plan, project)]
  const uses = new Map<string, string>()
  for (let found = files; found.length > 0;) {
    found = files.filter((file) => {
      if (uses.has(file.path)) return false
      const user = texts.find(
        ([path, text]) => path !== file.path && !doomed.has(path) && isUsedIn(file, path, text),
      )
      if (user !== undefined) uses.set(file.path, user[0])
      return user !== undefined
    })
    for (const { path } of found) doomed.delete(path)
  }
  return uses
}

/** The sources of the application without the edits of a plan. */
function readWithoutEdits({ edits }: Plan, project: Project): ReadonlyMap<string, string> {
  const texts = readSources(project.root)
  for (const { path, remove } of edits) {
    const text = texts.get(path)
    if (text === undefined) continue
    const removed = remove(text)
    // If the edit cannot be undone, the user is told which lines to remove: they do not count as a use.
    if (removed === undefined) texts.delete(path)
    else texts.set(path, removed)
  }
  return texts
}

/** Leaves out the types of pages and mails, which are generated. */
function readSources(root: string): Map<string, string> {
  const paths = globSync('{app,database,resources,tests}/**/*.{ts,tsx,vue,svelte}', { cwd: root })
    .filter((path) => !path.endsWith('.d.ts'))
    .map((path) => path.replaceAll('\\', '/'))
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/** Whether a file of the application imports another. */
export function isImported(path: string, root: string): boolean {
  return [...readSources(root)].some(([user, text]) => importsFile(path, user, text))
}

function importsFile(path: string, user: string, text: string): boolean {
  const imports = [...text.matchAll(importedPaths)]
  return imports.some(([, name = '']) => posix.join(posix.dirname(user), name) === path)
}

function isUsedIn({ path, serves }: NewFile, user: string, text: string): boolean {
  if (serves !== undefined) return serves === user
  if (importsFile(path, user, text)) return true
  const [, kind, name] = /^resources\/(page|mail)s\/(.+)\.\w+$/.exec(path) ?? []
  return kind !== undefined && new RegExp(`\\b${kind}\\(\\s*['"]${name}['"]`).test(text)
}
