import { makeEdits, registerPages, writeNew, type Print } from '../apply-plan.ts'
import type { NewFile, Plan } from '../plan.ts'
import type { Project } from '../project.ts'
import { toUnifiedDiff } from './unified-diff.ts'

/**
 * Writes the missing files of a plan and edits the existing files that must mention them. A file that
 * exists is never overwritten: if it differs, the difference is printed.
 */
export function addKit({ files, edits }: Plan, project: Project, print: Print): void {
  const there = files.filter(({ path }) => project.read(path) !== undefined)
  for (const file of files) if (!there.includes(file)) writeNew(file, project, print)
  makeEdits(edits, project, print)
  registerPages(project, print)
  for (const file of there) tellDifference(file, project, print)
}

function tellDifference({ path, text }: NewFile, project: Project, print: Print): void {
  const difference = toUnifiedDiff(path, project.read(path) ?? '', text)
  if (difference === '') return
  print(`\nKept ${path}, which differs. Copy what you need from the kit's version:\n${difference}`)
}
