import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { workspace } from './scaffold.ts'

/** Builds an application with Tenon's sources, in a process of its own; it has to lie in the workspace. */
export function buildApplication(root: string): void {
  const main = join(workspace, 'packages/tenon/src/tooling/cli/main.ts')
  const code = `import { runCli } from ${JSON.stringify(main)}; await runCli(['build'])`
  const node = ['--conditions=source', '--input-type=module', '-e', code]
  execFileSync(process.execPath, node, { cwd: root, stdio: 'pipe' })
}
