import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposableSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { fieldKinds } from '../../src/scaffolding/templates/field.ts'
import { generatorNames } from '../../src/tooling/cli/make.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { fromSources, tenonCommand } from '../support/bundled-program.ts'

describe('outside an application', { concurrency: 4 }, () => {
  const calls = [
    ['dev'],
    ['start'],
    ['build'],
    ['make', 'model', 'Post'],
    ['destroy', 'model', 'Post'],
    ['add', 'accounts'],
    ['db:pull'],
    ['types'],
    ['check'],
    ['upgrade'],
    ['mcp'],
    ['console'],
    ['doctor'],
  ]
  for (const call of calls) {
    it(`tenon ${call.join(' ')} writes nothing and says where to run it`, async () => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-nowhere-'))

      const { code, stdout, stderr } = await run(call, folder.path)

      assert.equal(code, 1)
      assert.equal(stdout, '')
      assert.match(
        stderr,
        /^There is no "main\.ts" or "main\.js" in "[^"]+"\. Run it in the application's folder/,
      )
      assert.equal(stderr.split('\n').length, 2)
      assert.deepEqual(readdirSync(folder.path), [])
    })
  }
})

describe('a command of the application', () => {
  it('is not one of tenon, which says how to call it', async () => {
    const { code, stderr } = await run(['migrate', '--status'], tmpdir())

    assert.equal(code, 64)
    assert.equal(stderr, '"migrate" is a command of the application: "node main.ts migrate".\n')
  })
})

describe('tenon make --help', () => {
  it('lists what can be made, every type of a column and examples', async () => {
    const { code, stdout } = await run(['make', '--help'], tmpdir())

    assert.equal(code, 0)
    assert.match(stdout, /^Usage: tenon make <what> <Name> \[column:type…\] \[options\]$/m)
    for (const kind of generatorNames) assert.match(stdout, new RegExp(`^${kind} +\\w`, 'm'), kind)
    for (const kind of fieldKinds) assert.match(stdout, new RegExp(`:${kind}\\b`), kind)
    assert.doesNotMatch(stdout, /name:(?:bytes|stringId)/, 'make refuses these')
  })

  it('does not load what serves an application, which takes three times as long', async () => {
    const program = join(import.meta.dirname, '../deploy/tenon.ts')
    const options = ['--conditions=source', '--import', tellLoaded]
    const words = [...options, program, 'make', '--help']
    const { stderr } = await promisify(execFile)(process.execPath, words, { env: bareEnvironment })

    const loaded = stderr.split('\n')
    assert.ok(loaded.includes('tooling/cli/make.ts'), 'it tells what is loaded')
    assert.deepEqual(
      loaded.filter((path) => path.startsWith('web/')),
      [],
    )
  })
})

/** Prints the path of each module of Tenon's that is loaded. */
const tellLoaded = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      const [, path] = /packages\\/tenon\\/src\\/(.*)/.exec(url) ?? []
      if (path) console.error(path)
      return next(url, context)
    },
  })`)}`

describe('tenon start', () => {
  it('says that there is no build', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-unbuilt-'))
    writeFileSync(join(folder.path, 'main.ts'), '')

    const { code, stderr } = await run(['start'], folder.path)

    assert.equal(code, 1)
    assert.match(stderr, /^There is no build in "[^"]+"\. Run "tenon build" first\.\n$/)
  })

  it('serves nothing if a migration fails', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-start-'))
    mkdirSync(join(folder.path, 'build'))
    writeFileSync(join(folder.path, 'main.ts'), '')
    const text = `console.log(process.argv.slice(2).join(' ')); process.exitCode = 69`
    writeFileSync(join(folder.path, 'build/main.js'), text)

    const { code, stdout } = await run(['start'], folder.path)

    assert.deepEqual([code, stdout], [69, 'migrate\n'])
  })

  it('passes the signal on that ends it', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-start-'))
    mkdirSync(join(folder.path, 'build'))
    writeFileSync(join(folder.path, 'main.ts'), '')
    const text = `if (process.argv[2] === 'serve') {
      process.once('SIGTERM', () => process.exit(7))
      setInterval(() => {}, 1000)
      console.log(process.argv.slice(2).join(' '))
    }`
    writeFileSync(join(folder.path, 'build/main.js'), text)

    const child = start(['start'], folder.path)
    assert.ok(child.stdout)
    const [line] = await once(child.stdout, 'data')
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')

    assert.deepEqual([String(line), code], ['serve --work\n', 7])
  })
})

describe('a command of the application', () => {
  it('ends with the signal that ends tenon', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-console-'))
    const text = `for (const signal of ['SIGTERM', 'SIGHUP']) {
      process.once(signal, () => process.exit(signal === 'SIGHUP' ? 8 : 7))
    }
    setInterval(() => {}, 1000)
    console.log(process.pid)`
    writeFileSync(join(folder.path, 'main.ts'), text)
    const codes: unknown[] = []

    for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
      const child = start(['console'], folder.path)
      assert.ok(child.stdout, signal)
      await once(child.stdout, 'data')
      child.kill(signal)
      const [code] = await once(child, 'exit')
      codes.push(code)
    }

    assert.deepEqual(codes, [7, 8])
  })
})

function start(call: readonly string[], cwd: string) {
  const words = [...fromSources(), tenonCommand(), ...call]
  return execFile(process.execPath, words, { cwd, env: bareEnvironment })
}

/** Runs `tenon` in a folder until it ends. */
async function run(call: readonly string[], cwd: string) {
  const child = start(call, cwd)
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (text: string) => (stdout += text))
  child.stderr?.on('data', (text: string) => (stderr += text))
  const [code]: (number | null)[] = await once(child, 'close')
  return { code, stdout, stderr }
}
