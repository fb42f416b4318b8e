import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { openPage } from '../browser/open-page.ts'
import { serveBuilt } from '../browser/start-built.ts'
import { launchChromium } from '../support/chromium.ts'
import { onDialect } from '../support/for-each-dialect.ts'
import { copyTodo } from './scaffold.ts'

const columns = ['title:text', 'due_on:date:nullable', 'scan:file', 'cover:file:nullable']

const make = ['make', 'model', 'Document', ...columns, '--resource']

// On SQLite, the tests of other columns run these as well.
onDialect('postgres', 'a resource of records with files', (open) => {
  it('migrates and passes its own tests', { timeout: 600_000 }, async () => {
    using app = copyTodo([], await open.url())

    const outcomes = [await app.tenon(...make), await app.main('migrate'), await app.test()]

    for (const { exitCode, output } of outcomes) assert.equal(exitCode, 0, output)
  })
})

onDialect('sqlite', 'a resource of records with files', (open) => {
  it('keeps what a browser uploads, and shows it', { timeout: 600_000 }, async () => {
    const databaseUrl = await open.url()
    using app = copyTodo([], databaseUrl)
    const outcomes = [await app.tenon(...make), await app.main('migrate'), await app.tenon('build')]
    for (const { exitCode, output } of outcomes) assert.equal(exitCode, 0, output)
    const storage = join(app.root, 'storage')
    const variables = { DATABASE_URL: databaseUrl, STORAGE_URL: `file:${storage}` }
    await using server = await serveBuilt(join(app.root, 'build'), variables)
    await using browser = await launchChromium()
    await using page = await openPage(browser, `${server.origin}/documents`)
    const stored = () => readdirSync(join(storage, 'document-files'))
    const opened = async (name: string) => {
      const path = await page.getByRole('link', { name }).getAttribute('href')
      return (await fetch(server.origin + path)).text()
    }

    await page.getByRole('link', { name: 'New document' }).click()
    await page.getByLabel('Title').fill('Lease')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Choose a scan').waitFor()
    await page
      .getByLabel('Scan', { exact: true })
      .setInputFiles(toFile('page.txt', '\x7fELF\x02\x01\x01\0'))
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('The scan must be PDF, PNG, JPEG, or plain text').waitFor()
    const choose = (kilobytes: number) =>
      page
        .getByLabel('Scan', { exact: true })
        .setInputFiles(toFile('long.txt', 'x'.repeat(kilobytes * 1024)))
    await choose(1500)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('The scan must not be larger than 800 kB').waitFor()
    await choose(3000)
    await page.getByRole('button', { name: 'Create' }).click()
    // The form was not read, so it is not known which of its files is too large.
    await page.getByText('The cover must not be larger than 800 kB').waitFor()
    await page.getByText('The scan must not be larger than 800 kB').waitFor()
    await page.getByLabel('Scan', { exact: true }).setInputFiles(toFile('lease.txt', 'Signed'))
    await page.getByRole('button', { name: 'Create' }).click()
    await page.waitForURL(/\/documents\/\d+$/)
    const first = await opened('Open the scan of Lease')
    const covers = await page.getByRole('link', { name: 'Open the cover of Lease' }).count()

    await page.getByRole('link', { name: 'Edit document' }).click()
    await page.getByLabel('Title').fill('Contract')
    await page.getByLabel('Cover', { exact: true }).setInputFiles(toFile('cover.txt', 'A cover'))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/\/documents\/\d+$/)
    const kept = await opened('Open the scan of Contract')
    const added = await opened('Open the cover of Contract')

    await page.getByRole('link', { name: 'Edit document' }).click()
    await page
      .getByLabel('Scan', { exact: true })
      .setInputFiles(toFile('other.txt', 'Signed again'))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/\/documents\/\d+$/)
    const replaced = await opened('Open the scan of Contract')
    const two = stored().length

    const [path = ''] = (await page.content()).match(/\/documents\/\d+(?=\/edit)/) ?? []
    const late = await sendInPieces(server.origin + path, toForm({ title: 'Contract' }))
    await fetch(server.origin + path, {
      method: 'PUT',
      redirect: 'manual',
      ...toForm({ title: 'Ours' }, 'Signed meanwhile'),
    })
    const lateStatus = await late.finish()
    await page.reload()
    const beside = await opened('Open the scan of Contract')

    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('There are no documents yet.').waitFor()

    assert.deepEqual(
      [first, covers, kept, added, replaced],
      ['Signed', 0, 'Signed', 'A cover', 'Signed again'],
    )
    // A change without a file leaves the one that came while its body was on the way.
    assert.deepEqual([lateStatus, beside], [303, 'Signed meanwhile'])
    assert.equal(two, 2)
    assert.deepEqual(stored(), [])
    // Of the forms that were refused.
    assert.deepEqual(
      page.complaints.filter((line) => !/413|422/.test(line)),
      [],
    )
  })
})

/** A form with texts, and a scan if there is one. */
function toForm(texts: Readonly<Record<string, string>>, scan?: string) {
  const start = (name: string, more = '') =>
    `--form\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`
  const parts = Object.entries(texts).map(([name, text]) => `${start(name)}${text}\r\n`)
  if (scan !== undefined) parts.push(`${start('scan', '; filename="scan.txt"')}${scan}\r\n`)
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=form' },
    body: `${parts.join('')}--form--\r\n`,
  }
}

/** Sends a change whose body comes when `finish` is called, which returns the status. The server has its head. */
async function sendInPieces(url: string, { headers, body }: ReturnType<typeof toForm>) {
  const expecting = { ...headers, 'content-length': body.length, expect: '100-continue' }
  const sent = request(url, { method: 'PUT', headers: expecting })
  const answered = once(sent, 'response')
  sent.flushHeaders()
  await once(sent, 'continue')
  return {
    async finish(): Promise<number | undefined> {
      sent.end(body)
      const [response] = await answered
      response.resume()
      return response.statusCode
    },
  }
}

describe('tenon make factory', () => {
  it('fills the files of a model that was written by hand with what their disks accept', async () => {
    using app = copyTodo(['tests/todos.test.ts'])
    app.write('app/photo-disks.ts', disksOfPhotos)
    app.write('app/models/photo.ts', photo)
    app.write('tests/photos.test.ts', testOfPhotos)

    const made = await app.tenon('make', 'factory', 'Photo')
    const formatted = await app.checkFormat()
    const compiled = await app.compile()
    const tested = await app.test()

    for (const { exitCode, output } of [made, formatted, compiled, tested]) {
      assert.equal(exitCode, 0, output)
    }
  })
})

describe('tenon make resource', () => {
  it('writes tests that send what the disks of the model accept', async () => {
    using app = copyTodo(['tests/todos.test.ts'])
    app.write('app/photo-disks.ts', disksOfPhotos)
    app.write('app/models/photo.ts', photo.replace('c.file(films)', 'c.file(films).nullable()'))
    app.write('app/models/film.ts', film)
    app.write('app/models/paper.ts', paper)
    const listed = app.read('main.ts').replace('Todo },', 'Todo, Photo, Film, Paper },')
    app.write('main.ts', listed.replace(importOfTodo, imports))

    const made = [
      await app.tenon('make', 'resource', 'Photo'),
      await app.tenon('make', 'resource', 'Film'),
      await app.tenon('make', 'resource', 'Paper'),
      await app.main('make:migration', 'create photos'),
    ]
    const checked = [await app.compile(), await app.lint(), await app.checkFormat()]
    const tested = await app.test()

    for (const { exitCode, output } of [...made, ...checked, tested]) {
      assert.equal(exitCode, 0, output)
    }
    assert.match(tested.output, /keep their picture until another one is sent/)
    assert.match(made[1]?.output ?? '', /^No tests of films were written: .*$/m)
    assert.ok(!app.has('tests/films.test.ts'))
  })
})

const importOfTodo = `import { Todo } from './app/models/todo.ts'`
const imports = `import { Film } from './app/models/film.ts'
import { Paper } from './app/models/paper.ts'
import { Photo } from './app/models/photo.ts'
${importOfTodo}`

const film = `import { c, Model } from 'tenon/models'
import { films } from '../photo-disks.ts'

export class Film extends Model('films', {
  id: c.id(),
  film: c.file(films),
}) {}
`

// Its factory and its disk would have the same name.
const paper = `import { c, Model } from 'tenon/models'
import { papers } from '../photo-disks.ts'

export class Paper extends Model('papers', {
  id: c.id(),
  title: c.text(),
  scan: c.file(papers),
}) {}
`

const disksOfPhotos = `import { disk } from 'tenon/storage'

export const pictures = disk('pictures', {
  maxSize: '5mb',
  types: ['image/*'],
})
export const papers = disk('papers', { types: ['application/pdf', 'image/png'] })
export const films = disk('films', { types: ['video/*'] })
export const things = disk('things')
`

const photo = `import { c, Model } from 'tenon/models'
import { films, papers, pictures, things } from '../photo-disks.ts'

export class Photo extends Model('photos', {
  id: c.id(),
  picture: c.file(pictures),
  paper: c.file(papers).nullable(),
  film: c.file(films),
  thing: c.file(things),
}) {}
`

const testOfPhotos = `import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testApp } from 'tenon/testing'
import { photos } from '../database/factories/photo.ts'

it('photos can be made', async () => {
  await using _ = await testApp()

  const { picture, paper, thing } = await photos.make({ film: 'a film' })

  assert.match([picture, paper, thing].join(), /^[^,]+\\.png,[^,]+\\.pdf,[^,]+\\.txt$/)
  await assert.rejects(photos.make(), /Give it film: the key of a file of films/)
})
`

function toFile(name: string, text: string) {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
}
