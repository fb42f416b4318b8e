import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { workspace } from './scaffold.ts'

/** Builds an application with Tenon's sources, in a process of its own; it has to lie in the workspace. Fails after 200 s. */
export async function buildApplication(root: string): Promise<void> {
  const main = join(workspace, 'packages/tenon/src/tooling/cli/main.ts')
  const code = `import { runCli } from ${JSON.stringify(main)}; await runCli(['build'])`
  const node = ['--conditions=source', '--input-type=module', '-e', code]
  await promisify(execFile)(process.execPath, node, { cwd: root, timeout: 200_000 })
}
