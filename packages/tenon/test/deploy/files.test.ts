import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../../deploy')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

describe('the Dockerfile', () => {
  const stages = read('Dockerfile')
    .split(/^FROM /m)
    .slice(1)

  it('does not include build tools, and does not run as root', () => {
    const [build = '', run = ''] = stages

    assert.equal(stages.length, 2)
    assert.match(build, / AS build\n[^]*npm ci\n[^]*tenon build/)
    assert.match(run, /COPY --from=build \/src\/build \.\//)
    assert.match(run, /\nUSER node\n/)
    assert.doesNotMatch(run, /npm|COPY \.|--chown/)
  })

  it('checks liveness with a program that exists, and sends SIGTERM to Node itself', () => {
    const command = /HEALTHCHECK [^]*?CMD (\[.*\])/.exec(stages[1] ?? '')?.[1]
    const words: readonly string[] = JSON.parse(command ?? '[]')
    const [program = '', ...args] = words
    const check = () => execFileSync(program, args, { env: { SERVER_PORT: '1' }, stdio: 'pipe' })

    assert.equal(program, '/bin/bash')
    assert.throws(check, { status: 1 })
    assert.match(stages[1] ?? '', /\nENTRYPOINT \["node", "main\.js"\]\n/)
  })

  it('copies no secret and no database into the image', () => {
    assert.deepEqual(
      ['.env*', '*.sqlite*', 'node_modules'].filter((line) => !read('dockerignore').includes(line)),
      [],
    )
  })
})

describe('the systemd units', () => {
  it('are valid for systemd', { skip: findObstacle() }, () => {
    using units = copyUnits()

    const output = analyze('verify', ...units.files)

    assert.equal(output, '')
  })

  it('sandbox the process: an exposure of at most 2.5 of 10', { skip: findObstacle() }, () => {
    using units = copyUnits()
    const analyzeAt = (threshold: number) =>
      analyze('security', '--offline=yes', `--threshold=${threshold}`, '--no-pager', ...units.files)

    assert.match(analyzeAt(25), /exposure level for app-web\.service/)
    assert.throws(() => analyzeAt(1))
  })

  it('give a process the 30 s that it may need to stop, and signal only the main process', () => {
    for (const name of readdirSync(join(folder, 'systemd'))) {
      assert.match(read(`systemd/${name}`), /\nKillMode=mixed\nTimeoutStopSec=30\n/, name)
    }
  })
})

function analyze(...words: readonly string[]): string {
  return execFileSync('systemd-analyze', words, { encoding: 'utf8', stdio: 'pipe' })
}

/** Copies the units with this machine's Node, because systemd checks that their program exists. */
function copyUnits(): Disposable & { readonly files: readonly string[] } {
  const copies = mkdtempSync(join(tmpdir(), 'tenon-units-'))
  const files = readdirSync(join(folder, 'systemd')).map((name) => {
    const file = join(copies, name)
    writeFileSync(file, read(`systemd/${name}`).replaceAll('/usr/bin/node', process.execPath))
    return file
  })
  return { files, [Symbol.dispose]: () => rmSync(copies, { recursive: true }) }
}

function findObstacle(): string | false {
  try {
    execFileSync('systemd-analyze', ['--version'], { stdio: 'ignore' })
    return false
  } catch {
    return 'systemd-analyze is not installed: apt-get install systemd'
  }
}
