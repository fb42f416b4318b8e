import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { packTemplate } from '../../../create-tenon/pack/pack-template.ts'
import { findPort } from '../support/find-port.ts'

const workspace = join(import.meta.dirname, '../../../..')
const deploy = join(workspace, 'deploy')

/** An unprivileged user, if this process may switch to one. */
const runner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/** The instructions of a Dockerfile, by stage: `['COPY', '. .']`. */
function readStages(): readonly (readonly (readonly [string, string])[])[] {
  const text = readFileSync(join(deploy, 'Dockerfile'), 'utf8').replaceAll(/^#.*\n/gm, '')
  const lines = text.replaceAll('\\\n', ' ').split('\n').filter(Boolean)
  const stages: [string, string][][] = []
  for (const line of lines) {
    const [name = '', ...words] = line.split(' ')
    if (name === 'FROM') stages.push([])
    stages.at(-1)?.push([name, words.join(' ').trim()])
  }
  return stages
}

async function untilServing(output: Readable): Promise<void> {
  for await (const lines of output.iterator({ destroyOnReturn: false })) {
    if (String(lines).includes('Tenon serves')) return
  }
}

describe('an image of the Dockerfile, built without an engine', () => {
  const [build = [], run = []] = readStages()
  const folder = mkdtempSync(join(tmpdir(), 'tenon-image-'))
  const inImage = (path: string) => join(folder, path)
  const find = (name: string) => run.find(([each]) => each === name)?.[1] ?? ''
  const words = (name: string): string[] => JSON.parse(/\[.*\]$/.exec(find(name))?.[0] ?? '[]')

  before(() => {
    chmodSync(folder, 0o755)
    mkdirSync(inImage('bin'))
    cpSync(process.execPath, inImage('bin/node'))
    buildIn(inImage('src'))
    const [, from = '', to = ''] = /^--from=build (\S+) (\S+)$/.exec(find('COPY')) ?? []
    cpSync(inImage(from), join(inImage(find('WORKDIR')), to), { recursive: true })
    mkdirSync(inImage('data'))
    if (runner.uid !== undefined) chownSync(inImage('data'), runner.uid, runner.gid)
  })
  after(() => rmSync(folder, { recursive: true }))

  /** Runs the build stage without `npm ci`: the workspace has the same packages installed. */
  function buildIn(source: string): void {
    const context = inImage('context')
    packTemplate('react', context)
    writeFileSync(join(context, '.env.production'), 'APP_KEY=secret\n')
    const ignored = readFileSync(join(deploy, 'dockerignore'), 'utf8').split('\n').filter(Boolean)
    const left = new Set(globSync(ignored, { cwd: context }))
    cpSync(context, source, {
      recursive: true,
      filter: (path) => !left.has(relative(context, path)),
    })
    symlinkSync(join(workspace, 'node_modules'), join(source, 'node_modules'))
    const env = {
      ...process.env,
      PATH: `${inImage('bin')}:${process.env['PATH']}`,
      // It would replace the build's own.
      NODE_COMPILE_CACHE: undefined,
    }
    let user = {}
    for (const [name, text] of build) {
      if (name === 'USER') user = runner
      if (name !== 'RUN' || text === 'npm ci') continue
      const command = text.replace('chown -R node', `chown -R ${runner.uid ?? '$(id -u)'}`)
      execFileSync('/bin/sh', ['-c', command], { cwd: source, stdio: 'pipe', env, ...user })
    }
  }

  /** The container's surroundings for a program: variables, folder, user, and nothing but Node. */
  function toSurroundings(port: number) {
    const variables = run
      .filter(([name]) => name === 'ENV')
      .flatMap(([, text]) => text.split(' '))
      .map((each) => /^(\w+)=(.*)$/.exec(each)?.slice(1) ?? [])
    const env: Record<string, string> = {
      ...Object.fromEntries(variables),
      PATH: inImage('bin'),
      SERVER_PORT: String(port),
      APP_KEY: 'a key of the test, of 32 bytes at least',
      DATABASE_URL: `sqlite:${inImage('data/app.sqlite')}`,
    }
    return { ...runner, cwd: inImage(find('WORKDIR')), env }
  }

  function start([program = '', ...args]: readonly string[], port = 0) {
    return spawn(program, args, { ...toSurroundings(port), stdio: ['ignore', 'pipe', 'inherit'] })
  }

  it('has sharp beside the build if the application has pictures', () => {
    const source = inImage('pictures')
    mkdirSync(source)
    symlinkSync(join(workspace, 'node_modules'), join(source, 'node_modules'))
    writeFileSync(inImage('bin/npm'), '#!/bin/sh\necho npm "$@"\n', { mode: 0o755 })
    const [, command = ''] =
      build.find(([name, text]) => name === 'RUN' && /sharp/.test(text)) ?? []
    const env = { ...process.env, PATH: `${inImage('bin')}:${process.env['PATH']}` }
    const installed = (manifest: object): string => {
      writeFileSync(join(source, 'package.json'), JSON.stringify(manifest))
      return execFileSync('/bin/sh', ['-c', command], { cwd: source, env, encoding: 'utf8' })
    }

    assert.equal(installed({ dependencies: { tenon: '^0.1.0' } }), '')
    assert.match(
      installed({ dependencies: { sharp: '^0.35.5' } }),
      /^npm install --prefix build --no-save --no-package-lock sharp@\d+\.\d+\.\d+\n$/,
    )
  })

  it('migrates, serves, is healthy and stops, as a user who owns nothing', async () => {
    const port = await findPort()
    const [migrated] = await once(start([...words('ENTRYPOINT'), 'migrate']), 'exit')
    const server = start(words('ENTRYPOINT'), port)
    using _ = { [Symbol.dispose]: () => void server.kill('SIGKILL') }
    await untilServing(server.stdout)

    const health = await fetch(`http://127.0.0.1:${port}/_app/health?db=true`)
    const page = await fetch(`http://127.0.0.1:${port}/todos`)
    const [checked] = await once(start(words('HEALTHCHECK'), port), 'exit')
    server.kill('SIGTERM')
    const [stopped] = await once(server, 'exit')

    assert.equal(find('STOPSIGNAL'), 'SIGTERM')
    assert.deepEqual([migrated, health.status, page.status, checked, stopped], [0, 200, 200, 0, 0])
    assert.match(await page.text(), /<script type="module" src="\/assets\//)
  })

  it('starts from the compile cache of the build, which its user can read', () => {
    const { env, ...surroundings } = toSurroundings(0)

    const { stderr } = spawnSync('node', ['main.js', 'help'], {
      ...surroundings,
      env: { ...env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
      encoding: 'utf8',
    })

    assert.match(stderr, /cache for ESM \S*\/app\.js was accepted/)
  })

  it('contains no build tools, no secrets, and nothing that its user can change', () => {
    const app = inImage(find('WORKDIR'))
    const names = readdirSync(app, { recursive: true, encoding: 'utf8' })

    assert.ok(names.includes('public'))
    assert.deepEqual(
      names.filter((name) => /node_modules|\.env|\.sqlite|\.tsx?$/.test(name)),
      [],
    )
    assert.equal(find('USER'), 'node')
    assert.deepEqual(
      names.filter((name) => statSync(join(app, name)).mode & 0o022),
      [],
    )
  })
})
