import { readFileSync, writeFileSync, globSync } from 'node:fs'
import { join } from 'node:path'
import type { Remark } from './import-statements.ts'
import { indexProject } from './project-index.ts'
import { readSource } from '../../graph/program/source-file.ts'
import { upgradeText } from './upgrade-text.ts'

/** The changed files, and the places that you have to change yourself. */
export interface Upgrade {
  readonly changed: readonly string[]
  readonly remarks: readonly Remark[]
}

/** Rewrites the files of an application for this version. With `pretend`, it writes none of them. */
export function upgradeApplication(root: string, options: { readonly pretend: boolean }): Upgrade {
  const paths = globSync('**/*.{ts,tsx,mts}', { cwd: root, exclude: isForeign })
    .filter((path) => !path.endsWith('.d.ts'))
    .toSorted()
  const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const files = [...texts].flatMap(([path, text]) => readSource(path, text) ?? [])
  const project = indexProject(files)
  const changed: string[] = []
  const remarks: Remark[] = []
  for (const [path, text] of texts) {
    const upgraded = upgradeText(path, text, project)
    if (upgraded === undefined) {
      remarks.push({ path, line: 1, text: 'This file was left alone, because its syntax is wrong' })
      continue
    }
    remarks.push(...upgraded.remarks)
    if (upgraded.text === text) continue
    changed.push(path)
    if (!options.pretend) writeFileSync(join(root, path), upgraded.text)
  }
  return { changed, remarks }
}

const foreign = new Set(['node_modules', 'build', 'dist', 'public', '.git'])

function isForeign(path: string): boolean {
  return path.split('/').some((part) => foreign.has(part))
}
