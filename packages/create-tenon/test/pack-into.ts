import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Packs a built package as it would be published; returns the path of the tarball. */
export function packInto(target: string, folder: string): string {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', target]
  const output = execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  // npm 11 prints a list, npm 12 an object by package name.
  const [packed] = Object.values<{ filename: string }>(JSON.parse(String(output)))
  if (packed === undefined) throw new Error(`npm did not pack anything from ${folder}`)
  return join(target, packed.filename)
}
