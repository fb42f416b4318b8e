/**
 * Publishes both packages under one version, then commits and tags it.
 *
 *     npm run release -- 0.2.0              # everything but publishing; changes nothing
 *     npm run release -- 0.2.0 --publish
 *
 * The checked tarballs stay in `.tmp/release`, and `--publish` on the same commit publishes them unchanged. If
 * publishing fails half way, run the same command again: it skips a package that is published already.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { root, runCommand } from './command.ts'
import { publishedPackages, readVersion, versionedFiles, writeVersion } from './package-versions.ts'
import { findObstacles, isPrerelease } from './release-obstacles.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { publish: { type: 'boolean', default: false } },
})
const [version] = positionals
if (version === undefined) {
  console.error('Usage: npm run release -- <version> [--publish]')
  process.exitCode = 64
} else {
  process.exitCode = await release(version, values.publish)
}

async function release(version: string, isPublished: boolean): Promise<number> {
  const obstacles = findObstacles(version, await readState())
  for (const obstacle of obstacles) console.error(obstacle)
  if (obstacles.length > 0) return 1

  writeVersion(root, version)
  try {
    const tarballs = toTarballs(version, await prepare(version))
    for (const tarball of tarballs) await publish(tarball, version, isPublished)
    if (isPublished) await commit(version)
  } catch (error) {
    console.error(error instanceof FailedStep ? error.message : error)
    return 1
  } finally {
    // Nothing to restore after the commit.
    await runCommand('git', ['checkout', '--quiet', '--', ...versionedFiles])
  }
  console.log(isPublished ? toNextSteps(version) : `${version} can be released: add --publish.`)
  return 0
}

async function readState(): Promise<Parameters<typeof findObstacles>[1]> {
  const [status, tags] = await Promise.all([
    runCommand('git', ['status', '--porcelain']),
    runCommand('git', ['tag', '--list']),
  ])
  return {
    current: readVersion(root),
    changes: status.output,
    tags: tags.output,
    changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  }
}

interface Tarball {
  readonly name: string
  readonly path: string
}

function toTarballs(version: string, folder: string): readonly Tarball[] {
  return publishedPackages.map(({ name }) => ({
    name,
    path: join(folder, `${name}-${version}.tgz`),
  }))
}

/** Packs and checks both packages, unless a rehearsal of this commit did so; returns the folder of the tarballs. */
async function prepare(version: string): Promise<string> {
  const { output: head } = await runCommand('git', ['rev-parse', 'HEAD'])
  const prepared = join(root, '.tmp/release')
  const checked = join(prepared, `${version}-${head.trim()}`)
  if (existsSync(checked)) {
    console.log(`✔ checked in the rehearsal: ${relative(root, checked)}`)
    return checked
  }
  const unchecked = join(prepared, 'unchecked')
  rmSync(prepared, { recursive: true, force: true })
  mkdirSync(unchecked, { recursive: true })
  await packAll(unchecked)
  for (const tarball of toTarballs(version, unchecked)) await checkTarball(tarball)
  renameSync(unchecked, checked)
  return checked
}

/** Builds and packs each package; its `prepack` script does the building. */
async function packAll(target: string): Promise<void> {
  for (const { name, folder } of publishedPackages) {
    const args = ['pack', '--pack-destination', target]
    await step(`pack ${name}`, 'npm', args, join(root, folder))
  }
}

async function checkTarball({ name, path }: Tarball): Promise<void> {
  await step(`publint ${name}`, 'publint', ['--strict', path])
  // The other package has no types: it is a command.
  if (name !== 'tenon') return
  const attw = ['--import', './scripts/attw-folders.ts', 'node_modules/.bin/attw']
  await step(`attw ${name}`, 'node', [...attw, path, '--profile', 'esm-only'])
}

async function publish(
  { name, path }: Tarball,
  version: string,
  isPublished: boolean,
): Promise<void> {
  const found = await runCommand('npm', ['view', `${name}@${version}`, 'version'])
  if (found.exitCode === 0 && found.output.includes(version)) {
    console.log(`✔ ${name}@${version} is published already`)
    return
  }
  const tag = isPrerelease(version) ? 'next' : 'latest'
  const rehearsal = isPublished ? [] : ['--dry-run']
  const title = `publish ${name}@${version} as ${tag}${isPublished ? '' : ' (dry run)'}`
  await step(title, 'npm', ['publish', path, '--tag', tag, ...rehearsal])
}

/** The first release changes no file, because the packages already have its version. */
async function commit(version: string): Promise<void> {
  const unchanged = await runCommand('git', ['diff', '--quiet', '--', ...versionedFiles])
  if (unchanged.exitCode !== 0) {
    await step('commit', 'git', ['commit', '-m', `Release ${version}`, '--', ...versionedFiles])
  }
  await step(`tag v${version}`, 'git', ['tag', '-a', `v${version}`, '-m', `Tenon ${version}`])
}

function toNextSteps(version: string): string {
  return `${version} is published. Push the commit and the tag: git push origin HEAD v${version}`
}

class FailedStep extends Error {}

/** Runs a command and prints how long it took; throws `FailedStep` with its output if it fails. */
async function step(
  title: string,
  command: string,
  args: readonly string[],
  cwd: string = root,
): Promise<void> {
  const { exitCode, output, durationMs } = await runCommand(command, args, { cwd })
  if (exitCode !== 0) throw new FailedStep(`✖ ${title}\n${output}`)
  console.log(`✔ ${title} (${(durationMs / 1000).toFixed(1)} s)`)
}
