import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../scripts/command.ts'
import { siteFolder } from './places.ts'

/**
 * Installs VitePress and TypeDoc beside the site if the lock file has changed. They are 150 MB and not needed
 * for work on the framework, so they are not part of the workspace.
 */
export async function installPackages(): Promise<void> {
  if (isInstalled()) return
  // Not `npm ci`: the lock file lacks optional packages of other platforms, which only `ci` rejects.
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit']
  const { exitCode, output } = await runCommand('npm', args, { cwd: siteFolder })
  if (exitCode !== 0) throw new Error(`The site's packages could not be installed\n${output}`)
}

function isInstalled(): boolean {
  const installed = join(siteFolder, 'node_modules/.package-lock.json')
  const wanted = join(siteFolder, 'package-lock.json')
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs
}
