import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { startDevelopment } from './start-development.ts'

const root = join(import.meta.dirname, '../../fixtures/development')
const jobs = `
import { get } from 'tenon'
import { job } from 'tenon/jobs'
import { log } from 'tenon/log'
import { z } from 'zod'

export const greet = job('greet', z.object({ name: z.string() })).run(({ name }) => {
  log.info('Hello ' + name)
})
export const dispatch = get('/greet', async () => {
  await greet.dispatch({ name: 'Ada' })
  return 'later'
})
`

const pictures = `
import { get, text } from 'tenon'
import { c, Model } from 'tenon/models'
import { disk } from 'tenon/storage'
import sharp from 'sharp'

const photos = disk('photos', { types: ['image/*'], variants: { small: { width: 40, height: 40 } } })
export class Album extends Model('albums', { id: c.id(), photo: c.file(photos) }) {}
const picture = await sharp({ create: { width: 80, height: 80, channels: 3, background: 'red' } }).png().toBuffer()
export const upload = get('/upload', async () => text(await photos.put(picture)))
export const small = get('/small/{key}', (request) => photos.send(request.param('key') ?? '', { variant: 'small' }))
`

describe('tenon dev with jobs', { timeout: 480_000 }, () => {
  it('runs them, which it says once, and runs the saved code after a change', async () => {
    await using app = await startDevelopment(root)
    app.write('app/jobs.ts', jobs)
    app.edit('app/routes.ts', 'routes([', 'routes([dispatch,')
    app.edit('app/routes.ts', 'import', "import { dispatch } from './jobs.ts'\nimport")
    app.edit('main.ts', 'models: { Note }', 'models: { Note }, jobs: [greet]')
    app.edit('main.ts', 'import', "import { greet } from './app/jobs.ts'\nimport")
    await app.logged('Jobs and scheduled tasks run')

    const answer = await fetch(`${app.origin}/greet`)
    await app.logged('Hello Ada')
    app.edit('app/jobs.ts', "'Hello '", "'Good day '")
    await app.logged('Reloaded app/jobs.ts')
    await fetch(`${app.origin}/greet`)

    assert.equal(await answer.text(), 'later')
    await app.logged('Good day Ada')
    const said = app.messages.filter((message) => message.includes('scheduled tasks run'))
    assert.equal(said.length, 1)
  })
  it('runs those that make the variants of a picture', async () => {
    await using app = await startDevelopment(root)
    app.write('app/pictures.ts', pictures)
    app.edit('app/routes.ts', 'routes([', 'routes([upload, small,')
    app.edit('app/routes.ts', 'import', "import { small, upload } from './pictures.ts'\nimport")
    app.edit('main.ts', 'models: { Note }', 'models: { Note, Album }')
    app.edit('main.ts', 'import', "import { Album } from './app/pictures.ts'\nimport")
    await app.logged('Reloaded')

    const uploaded = await fetch(`${app.origin}/upload`)
    const key = await uploaded.text()
    await app.logged('Job "files:variants" done')
    const sent = await fetch(`${app.origin}/small/${key}`)
    await sent.body?.cancel()

    assert.equal(sent.headers.get('content-type'), 'image/webp')
  })
})
