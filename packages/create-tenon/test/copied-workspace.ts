import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workspace } from './scaffold.ts'

/**
 * Copies the workspace, as it is on the disk, into a repository of its own in which everything is
 * committed. It shares the installed packages.
 */
export function copyWorkspace(target: string): void {
  const listed = git(workspace, ['ls-files', '--cached', '--others', '--exclude-standard', '-z'])
  const paths = listed
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(workspace, path)))
  for (const path of paths) cpSync(join(workspace, path), join(target, path))
  for (const folder of ['.', 'packages/tenon', 'packages/create-tenon']) {
    const installed = join(workspace, folder, 'node_modules')
    if (existsSync(installed)) symlinkSync(installed, join(target, folder, 'node_modules'))
  }
  git(target, ['init', '--quiet'])
  // The pattern of .gitignore is for folders, and these are links.
  writeFileSync(join(target, '.git/info/exclude'), 'node_modules\n')
  git(target, ['config', 'user.name', 'Test'])
  git(target, ['config', 'user.email', 'test@example.com'])
  commitAll(target, 'A copy')
}

/** Adds a section for a version to the changelog, and commits it. */
export function addToChangelog(repository: string, version: string): void {
  const path = join(repository, 'CHANGELOG.md')
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace('## Unreleased', `## Unreleased\n\n## ${version}`))
  commitAll(repository, `Describe ${version}`)
}

export function git(repository: string, args: readonly string[]): string {
  const options = { cwd: repository, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 } as const
  return execFileSync('git', args, options)
}

function commitAll(repository: string, message: string): void {
  git(repository, ['add', '--all'])
  git(repository, ['commit', '--quiet', '--message', message])
}
