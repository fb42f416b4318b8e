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

  it('keeps what builds out of what runs, which is not root’s process', () => {
    const [build = '', run = ''] = stages

    assert.equal(stages.length, 2)
    assert.match(build, / AS build\n[^]*npm ci\n[^]*tenon build/)
    assert.match(run, /COPY --from=build \/src\/build \.\//)
    assert.match(run, /\nUSER node\n/)
    assert.doesNotMatch(run, /npm|COPY \.|--chown/)
  })

  it('asks for liveness by a program that runs, and is stopped by SIGTERM to Node itself', () => {
    const command = /HEALTHCHECK [^]*?CMD (\[.*\])/.exec(stages[1] ?? '')?.[1]
    const words: readonly string[] = JSON.parse(command ?? '[]')
    const check = () =>
      execFileSync(process.execPath, words.slice(1), { env: { SERVER_PORT: '1' } })

    assert.equal(words[0], 'node')
    assert.throws(check, { status: 1, stderr: Buffer.alloc(0) })
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
  it('are what systemd understands', { skip: findObstacle() }, () => {
    const copies = mkdtempSync(join(tmpdir(), 'tenon-units-'))
    const names = readdirSync(join(folder, 'systemd'))
    for (const name of names) {
      // It looks whether the program is there, which need not be so on this machine.
      const unit = read(`systemd/${name}`).replaceAll('/usr/bin/node', process.execPath)
      writeFileSync(join(copies, name), unit)
    }

    const output = execFileSync(
      'systemd-analyze',
      ['verify', ...names.map((name) => join(copies, name))],
      { encoding: 'utf8', stdio: 'pipe' },
    )

    assert.equal(output, '')
    rmSync(copies, { recursive: true })
  })

  it('give a process the 30 s that it may need to stop, and signal only the first of them', () => {
    for (const name of readdirSync(join(folder, 'systemd'))) {
      assert.match(read(`systemd/${name}`), /\nKillMode=mixed\nTimeoutStopSec=30\n/)
    }
  })
})

function findObstacle(): string | false {
  try {
    execFileSync('systemd-analyze', ['--version'], { stdio: 'ignore' })
    return false
  } catch {
    return 'systemd-analyze is not installed: apt-get install systemd'
  }
}
