import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { c, Model } from '../../src/models.ts'
import { transaction } from '../../src/database.ts'
import { application, json, post, routes } from '../../src/index.ts'
import { disk } from '../../src/storage.ts'
import { testApp } from '../../src/testing.ts'
import { createTables } from '../support/create-tables.ts'
import { startS3Server } from './s3-server.ts'

const papers = disk('papers')

class Paper extends Model('papers', { id: c.id(), file: c.file(papers) }) {}

const app = application({
  root: import.meta.dirname,
  routes: routes([
    post('/papers', async () => {
      await transaction(async () => {
        const paper = await Paper.create({ file: 'not yet' })
        await paper.update({ file: await papers.put(Buffer.from('text')) })
      })
      return json({ count: await Paper.count() })
    }),
    post('/papers/delete', async () => {
      for (const paper of await Paper.all()) await paper.delete()
      return json({ count: await Paper.count() })
    }),
  ]),
})

describe('a store of files that is away', () => {
  it('answers 503 and leaves no row; a deletion does not wait for it', async () => {
    const server = await startS3Server({ checksSignatures: false })
    await using test = await testApp({ application: app, storageUrl: server.url })
    await createTables(currentDatabase(), Paper)
    const stored = await test.post('/papers')
    await server[Symbol.asyncDispose]()

    const refused = await test.post('/papers')
    const left = await Paper.count()
    const deleted = await test.post('/papers/delete')

    assert.deepEqual([stored.status, refused.status], [200, 503])
    assert.equal(refused.headers.get('retry-after'), '5')
    assert.doesNotMatch(refused.text, /127\.0\.0\.1/)
    assert.equal(left, 1)
    assert.deepEqual([deleted.status, await Paper.count()], [200, 0])
  })
})
