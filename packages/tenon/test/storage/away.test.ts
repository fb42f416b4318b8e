import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { c, Model } from '../../src/models.ts'
import { transaction } from '../../src/database.ts'
import { startMetrics } from '../../src/observability/metrics/metrics.ts'
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
    post('/papers/broken', () => papers.put(breakOff())),
    post('/papers/delete', async () => {
      for (const paper of await Paper.all()) await paper.delete()
      return json({ count: await Paper.count() })
    }),
  ]),
})

/** Content whose source fails, which is not the store's fault. */
async function* breakOff(): AsyncIterable<Uint8Array> {
  yield Buffer.alloc(10_000)
  throw new Error('The source has failed')
}

describe('a store of files that is away', () => {
  it('answers 503 and leaves no row; a deletion does not wait for it', async () => {
    using metrics = await startMetrics()
    const server = await startS3Server({ checksSignatures: false })
    await using test = await testApp({ application: app, storageUrl: server.url })
    await createTables(currentDatabase(), Paper)
    const stored = await test.post('/papers')
    await server[Symbol.asyncDispose]()

    const refused = await test.post('/papers')
    await test.post('/papers/broken')
    const left = await Paper.count()
    const deleted = await test.post('/papers/delete')
    const figures = await metrics.render()

    assert.deepEqual([stored.status, refused.status], [200, 503])
    assert.equal(refused.headers.get('retry-after'), '5')
    assert.doesNotMatch(refused.text, /127\.0\.0\.1/)
    assert.equal(left, 1)
    assert.deepEqual([deleted.status, await Paper.count()], [200, 0])
    assert.deepEqual(figures.match(/^tenon_storage_errors_total.*$/gm), [
      'tenon_storage_errors_total{disk="papers",operation="write"} 1',
      'tenon_storage_errors_total{disk="papers",operation="delete"} 2',
    ])
  })

  it(
    'answers 503 for a folder that it must not write to, and the log names the variable',
    {
      skip: process.platform !== 'linux',
    },
    async () => {
      await using test = await testApp({ application: app, storageUrl: 'file:/sys/tenon-files' })
      await createTables(currentDatabase(), Paper)

      const refused = await test.post('/papers')

      assert.equal(refused.status, 503)
      assert.doesNotMatch(refused.text, /tenon-files/)
      const { error } = refused
      assert.ok(error instanceof Error && error.cause instanceof Error)
      assert.match(
        error.cause.message,
        /cannot write to the folder "\/sys\/tenon-files"\. Set STORAGE_URL/,
      )
    },
  )
})
