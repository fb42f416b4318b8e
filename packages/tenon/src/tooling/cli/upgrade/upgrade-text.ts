import * as accountRules from './account-rules.ts'
import * as applicationRules from './application-rules.ts'
import { moveImports, type Remark } from './import-statements.ts'
import * as jobRules from './job-rules.ts'
import { findNewUse } from './renames.ts'
import type { ProjectIndex, Rule, TextEdit } from './rule.ts'
import * as routeRules from './route-rules.ts'
import * as sizeRules from './size-rules.ts'
import { lineOf, readSource, visit, type SourceFile } from '../../graph/program/source-file.ts'
import * as taskRules from './task-rules.ts'

const { renamedUse, ...otherRules } = applicationRules
const rules: readonly Rule[] = [
  ...Object.values(accountRules),
  ...Object.values(jobRules),
  ...Object.values(routeRules),
  ...Object.values(sizeRules),
  ...Object.values(taskRules),
  ...Object.values(otherRules),
  renamedUse(findNewUse),
]

/** A file rewritten for the new version, and the places that you have to change yourself. */
export interface UpgradedText {
  readonly text: string
  readonly remarks: readonly Remark[]
}

/** More rounds than declarations can be nested. */
const MAX_ROUNDS = 100

/**
 * Rewrites a file; `undefined` if its syntax is wrong.
 *
 * Each round applies edits that do not overlap, outer ones first, and parses the result again. Imports come last,
 * because the rules recognize names by their imports.
 */
export function upgradeText(
  path: string,
  text: string,
  project: ProjectIndex,
): UpgradedText | undefined {
  let file = readSource(path, text)
  for (let round = 0; file !== undefined && round < MAX_ROUNDS; round += 1) {
    const { edits, remarks } = applyRules(file, project)
    if (edits.length > 0) {
      file = readSource(path, applyEdits(file.text, edits))
      continue
    }
    const moved = moveImports(file)
    const lines = [...remarks, ...moved.remarks]
    return { text: applyEdits(file.text, moved.edits), remarks: lines }
  }
  return undefined
}

function applyRules(
  file: SourceFile,
  project: ProjectIndex,
): { readonly edits: readonly TextEdit[]; readonly remarks: readonly Remark[] } {
  const accepted: TextEdit[] = []
  const remarks: Remark[] = []
  const isFree = ({ start, end }: TextEdit): boolean =>
    accepted.every((other) => end < other.start || start > other.end)
  visit(file.root, (node, ancestors) => {
    for (const rule of rules) {
      const verdict = rule(file, node, ancestors, project)
      if (verdict?.kind === 'edits' && verdict.edits.every(isFree)) accepted.push(...verdict.edits)
      if (verdict?.kind !== 'note') continue
      remarks.push({ path: file.path, line: lineOf(file, verdict.position), text: verdict.text })
    }
  })
  return { edits: accepted, remarks }
}

function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (changed, { start, end, text: by }) => changed.slice(0, start) + by + changed.slice(end),
      text,
    )
}
