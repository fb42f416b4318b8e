import { join } from 'node:path'
import { runCommand } from '../scripts/command.ts'
import { siteFolder } from './places.ts'

/** Runs a program of the site's packages in its folder; throws with its output if it fails. */
export async function runTool(path: string, args: readonly string[]): Promise<void> {
  const program = join(siteFolder, 'node_modules', path)
  const { exitCode, output } = await runCommand('node', [program, ...args], { cwd: siteFolder })
  if (exitCode !== 0) throw new Error(`${path} failed\n${output}`)
}
