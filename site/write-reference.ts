import { globSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { runTool } from './run-tool.ts'

/** Writes one page per door of the package from its doc comments: `tenon`, `tenon/database`, … */
export async function writeReference(folder: string): Promise<void> {
  await runTool('typedoc/bin/typedoc', ['--out', folder])
  renameSync(join(folder, 'index.md'), join(folder, 'tenon.md'))
  renameSync(join(folder, 'README.md'), join(folder, 'index.md'))
  for (const page of globSync('*.md', { cwd: folder })) {
    const path = join(folder, page)
    writeFileSync(path, tidyPage(basename(page, '.md'), readFileSync(path, 'utf8')))
  }
}

/**
 * Makes a page of TypeDoc shorter. Lists of parameters and results repeat the signature above them
 * and nothing else, because our doc comments say what a parameter means in their prose.
 */
export function tidyPage(door: string, markdown: string): string {
  return markdown
    .replace(/^# .+$/m, `# ${titleOf(door)}`)
    .replaceAll('index.md', 'tenon.md')
    .replaceAll(/^- \[([\w-]+)\]/gm, (_, linked: string) => `- [${titleOf(linked)}]`)
    .replaceAll(repeatedSection, '')
    .replaceAll('\n***\n', '')
    .replaceAll('__namedParameters', 'options')
    .replaceAll(/\n{3,}/g, '\n\n')
}

const repeatedSection =
  /^(#{3,6}) (?:Type Parameters|Parameters|Returns|Overrides|Inherited from|Implementation of|Constructors\n\n#+ Constructor)\n[^]*?(?=^#{1,6} |^\*\*\*$|(?![^]))/gm

function titleOf(door: string): string {
  if (door === 'index') return 'API reference'
  return door === 'tenon' ? 'tenon' : `tenon/${door.replace('-', '/')}`
}
