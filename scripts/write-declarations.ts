import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root, runCommand } from './command.ts'

const tenon = join(root, 'packages/tenon')
const configs = ['tsconfig.build.json', 'tsconfig.client.build.json']
/** A file that each of the two compilations writes every time. */
const written = ['dist/index.d.ts', 'dist/client.d.ts']

/**
 * Writes the declarations of the build if a source is newer. Compiling an application against them takes a fifth of the
 * time that compiling against the sources takes.
 */
export async function writeDeclarations(): Promise<void> {
  const sources = globSync(['src/**/*.{ts,tsx}', 'tsconfig*.json'], { cwd: tenon })
  if (Math.max(...sources.map(writtenAt)) < Math.min(...written.map(writtenAt))) return
  for (const config of configs) {
    const args = ['-p', join(tenon, config), '--emitDeclarationOnly']
    const { exitCode, output } = await runCommand('tsc', args)
    if (exitCode !== 0) throw new Error(output)
  }
}

function writtenAt(path: string): number {
  return statSync(join(tenon, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

if (import.meta.main) await writeDeclarations()
