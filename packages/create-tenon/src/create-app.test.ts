import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { createApp } from './create-app.ts'

describe('createApp', () => {
  it('copies the template and names it after the folder', () => {
    using place = createPlace()
    const folder = join(place.path, 'My Blog')

    createApp(folder, place.template)

    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    assert.deepEqual(manifest, { name: 'my-blog', type: 'module' })
    assert.equal(readFileSync(join(folder, 'README.md'), 'utf8'), '# my-blog\n\nA list.\n')
    assert.equal(readFileSync(join(folder, 'app/routes.ts'), 'utf8'), 'export {}\n')
  })

  it('names the pages and mails of accounts in words', () => {
    using place = createPlace()
    const folder = join(place.path, 'my-book_shop')
    const brand = 'resources/components/accounts/brand.ts'
    mkdirSync(join(place.template, dirname(brand)), { recursive: true })
    writeFileSync(join(place.template, brand), "export const brand = 'Accounts'\n")

    createApp(folder, place.template)

    assert.equal(readFileSync(join(folder, brand), 'utf8'), "export const brand = 'My Book Shop'\n")
  })

  it('gives each application its own key, which git ignores', () => {
    using place = createPlace()

    createApp(join(place.path, 'one'), place.template)
    createApp(join(place.path, 'two'), place.template)

    const [one, two] = ['one', 'two'].map((name) => readKey(join(place.path, name)))
    assert.match(one ?? '', /^[\w-]{43}$/)
    assert.notEqual(one, two)
    assert.match(readFileSync(join(place.path, 'one/.gitignore'), 'utf8'), /^\.env$/m)
    assert.equal(statSync(join(place.path, 'one/.env')).mode & 0o777, 0o600)
  })

  it('fills an empty folder', () => {
    using place = createPlace()
    mkdirSync(join(place.path, 'empty'))

    createApp(join(place.path, 'empty'), place.template)

    assert.ok(existsSync(join(place.path, 'empty/package.json')))
  })

  it('rejects a folder that is not empty, and does not change it', () => {
    using place = createPlace()

    assert.throws(() => createApp(place.path, place.template), /is not empty/)
    assert.ok(!existsSync(join(place.path, 'package.json')))
  })

  it('rejects a file', () => {
    using place = createPlace()
    const file = join(place.path, 'file')
    writeFileSync(file, '')

    assert.throws(() => createApp(file, place.template), /is not a folder/)
  })

  it('rejects a name that cannot become a package name', () => {
    using place = createPlace()

    assert.throws(() => createApp(join(place.path, '…'), place.template), /cannot name a package/)
    assert.ok(!existsSync(join(place.path, '…')))
  })
})

/** A folder to work in, with a small template. */
function createPlace(): Disposable & { readonly path: string; readonly template: string } {
  const place = mkdtempDisposableSync(join(tmpdir(), 'create-tenon-'))
  const template = join(place.path, 'template')
  mkdirSync(join(template, 'app'), { recursive: true })
  writeFileSync(join(template, 'package.json'), '{ "name": "todo", "type": "module" }')
  writeFileSync(join(template, 'app/routes.ts'), 'export {}\n')
  writeFileSync(join(template, 'README.md'), '# Todo\n\nA list.\n')
  writeFileSync(join(template, '_gitignore'), '.env\n')
  return { path: place.path, template, [Symbol.dispose]: () => place.remove() }
}

function readKey(folder: string): string | undefined {
  return /^APP_KEY=(.*)$/m.exec(readFileSync(join(folder, '.env'), 'utf8'))?.[1]
}
