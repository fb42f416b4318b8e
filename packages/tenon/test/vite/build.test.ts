import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { after, before, describe, it } from 'node:test'
import { loadAssets } from '../../src/pages/assets/load-assets.ts'
import { writePageRegistry } from '../../src/pages/vite/page-registry.ts'
import { startBuilt } from '../browser/start-built.ts'

const root = join(import.meta.dirname, '../../fixtures/pages')
const temporary = mkdtempSync(join(tmpdir(), 'tenon-build-'))
const folder = join(temporary, 'build')
after(() => rmSync(temporary, { recursive: true }))

describe('buildApplication', () => {
  before(() => buildInProcess(root, folder))

  it('builds a server side that runs alone, with the build as its root', () => {
    const elsewhere = join(temporary, 'copy')
    cpSync(folder, elsewhere, { recursive: true })

    const output = execFileSync(process.execPath, ['main.js'], { cwd: elsewhere, encoding: 'utf8' })

    const [logged = '', result = '', end] = output.split('\n')
    assert.equal(JSON.parse(logged).msg, 'bundled')
    assert.deepEqual(JSON.parse(result), {
      root: elsewhere,
      settings: elsewhere,
      value: 'loaded later',
      later: 'shared with a migration',
      migration: { default: { name: 'create', later: 'shared with a migration' } },
      pg: 'function',
      kysely: 'function',
    })
    assert.equal(end, 'disposed')
  })

  it('says which Node it needs if this one is older', () => {
    const older = join(temporary, 'older.cjs')
    writeFileSync(older, `Object.defineProperty(process.versions, 'node', { value: '20.20.2' })`)

    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [`--require=${older}`, join(folder, 'main.js')],
      { encoding: 'utf8' },
    )

    assert.deepEqual([status, stdout], [1, ''])
    assert.equal(
      stderr,
      'The application needs Node 24.7 or newer, from https://nodejs.org; this is 20.20.2.\n',
    )
  })

  it("builds a client whose documents load the page's own chunk", () => {
    const assets = loadAssets(folder)

    const { head } = assets.tags('Todos/Index')

    assert.deepEqual([...(assets.names ?? [])], ['Home', 'Todos/Index'])
    assert.match(head, /<script type="module" src="\/assets\/app-[\w-]+\.js"><\/script>/)
    assert.match(head, /<link rel="stylesheet" href="\/assets\/app-[\w-]+\.css">/)
    assert.match(head, /<link rel="stylesheet" href="\/assets\/Index-[\w-]+\.css">/)
    assert.match(head, /<link rel="modulepreload" href="\/assets\/Index-[\w-]+\.js">/)
  })

  it('has the packages of every start in one file', () => {
    const code = readFileSync(join(folder, 'app.js'), 'utf8')
    const imported = [...code.matchAll(/from "\.\/([\w-]+?)-[\w-]+\.js"/g)].map(([, name]) => name)

    assert.ok(imported.includes('packages'))
    assert.ok(imported.length < 4, imported.join(' '))
  })

  it('compresses large files', () => {
    const [, script = ''] =
      /src="\/(assets\/app-[\w-]+\.js)"/.exec(loadAssets(folder).tags('').head) ?? []
    const path = join(folder, 'public', script)

    assert.deepEqual(brotliDecompressSync(readFileSync(`${path}.br`)), readFileSync(path))
    assert.ok(existsSync(`${path}.gz`))
  })
})

describe('buildApplication with accounts', { timeout: 480_000 }, () => {
  it('has the passkeys and the list of passwords, without packages beside it', async () => {
    await using app = await startBuilt(join(import.meta.dirname, '../../../../examples/accounts'))
    const send = (path: string, body: object) =>
      fetch(app.origin + path, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })

    const challenge = await send('/login/passkey/challenge', {})
    const common = await send('/register', {
      name: 'Ada',
      email: 'ada@example.com',
      password: 'Password1',
    })

    assert.equal(challenge.status, 200)
    assert.deepEqual(Object((await common.json()) as object).errors, {
      password: 'Too many people use this password',
    })
  })
})

describe('buildApplication with a package that waits for a file', () => {
  it('starts, though that file needs another one of the package', () => {
    const application = join(temporary, 'waiting')
    const waiting = join(application, 'node_modules/waiting')
    mkdirSync(waiting, { recursive: true })
    const files = {
      'package.json': '{ "type": "module" }',
      'main.ts': `import { late } from 'waiting'
        import { shared } from 'waiting/shared.js'
        console.log(late, shared)`,
      'node_modules/waiting/package.json':
        '{ "name": "waiting", "type": "module", "main": "index.js" }',
      'node_modules/waiting/index.js': `export const { late } = await import('./late.js')`,
      'node_modules/waiting/late.js': `import { shared } from './shared.js'
        export const late = 'late ' + shared`,
      'node_modules/waiting/shared.js': `export const shared = 'shared'`,
    }
    for (const [file, text] of Object.entries(files)) writeFileSync(join(application, file), text)

    buildInProcess(application, join(application, 'build'))
    const main = join(application, 'build/main.js')

    assert.equal(
      execFileSync(process.execPath, [main], { encoding: 'utf8' }),
      'late shared shared\n',
    )
  })
})

describe('buildApplication without pages', () => {
  it('copies the public files, which the server serves', () => {
    const api = join(temporary, 'api')
    mkdirSync(join(api, 'public'), { recursive: true })
    writeFileSync(join(api, 'public/robots.txt'), 'User-agent: *\n'.repeat(100))
    writeFileSync(join(api, 'main.ts'), 'export {}\n')
    writeFileSync(join(api, 'package.json'), '{ "type": "module" }')

    buildInProcess(api, join(api, 'build'))

    const built = join(api, 'build/public/robots.txt')
    assert.match(readFileSync(built, 'utf8'), /^User-agent/)
    assert.ok(existsSync(`${built}.br`))
  })
})

describe('writePageRegistry', () => {
  const application = join(temporary, 'application')
  const pages = join(application, 'resources/pages')
  const registry = () => readFileSync(join(application, 'resources/pages.d.ts'), 'utf8')
  before(() => cpSync(root, application, { recursive: true }))

  it('has one line for each page', () => {
    writePageRegistry(application)

    assert.match(registry(), /^ {6}Home: typeof import\('\.\/pages\/Home\.tsx'\)\['default'\]$/m)
    assert.match(
      registry(),
      /^ {6}'Todos\/Index': typeof import\('\.\/pages\/Todos\/Index\.tsx'\)/m,
    )
  })

  it('changes only if pages are added or removed', () => {
    writePageRegistry(application)
    writeFileSync(join(pages, 'Home.test.tsx'), '')
    const isChangedByTest = writePageRegistry(application)
    writeFileSync(join(pages, 'About.vue'), '')

    assert.equal(isChangedByTest, false)
    assert.equal(writePageRegistry(application), true)
    assert.match(registry(), /About: typeof import\('\.\/pages\/About\.vue'\)/)
  })

  it('does nothing for an application without pages', () => {
    assert.equal(writePageRegistry(temporary), false)
  })
})

/** Builds in a separate process: Vite sets NODE_ENV, which would affect the tests beside this one. */
function buildInProcess(root: string, folder: string): void {
  const module = JSON.stringify(join(import.meta.dirname, '../../src/pages/vite/build.ts'))
  const code = `import { buildApplication } from ${module}
    await buildApplication(${JSON.stringify({ root, folder })})`
  execFileSync(process.execPath, ['--conditions=source', '--input-type=module', '-e', code])
}
