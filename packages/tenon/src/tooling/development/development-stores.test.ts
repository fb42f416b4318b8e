import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { MapStore } from '../../../test/cache/map-store.ts'
import { MapFiles } from '../../../test/storage/map-files.ts'
import { toSettings } from '../../application/config/settings.ts'
import { createLog } from '../../base/log/create-log.ts'
import { cache, stores } from '../../stores/cache/current-store.ts'
import { currentStore } from '../../stores/storage/current-storage.ts'
import { routes } from '../../web/routing/route-list.ts'
import { DevelopmentStores } from './development-stores.ts'

describe('the stores of development', () => {
  it('are those of the application, for as long as a reload does not take them away', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-stores-'))
    using development = await open(folder.path)
    const application = { root: folder.path, routes: routes([]) }
    const [store, files] = [new MapStore(), new MapFiles()]
    const piece = (async function* () {
      yield Buffer.from('a')
    })()

    await development.use({ ...application, cache: { store }, storage: { store: files } })
    await cache.set('a', 1, { ttl: '1m' })
    await (await currentStore()).write('notes/a.txt', piece, 'text/plain')
    const own = stores.get()?.kind
    await development.use(application)

    assert.equal(own, 'custom')
    assert.match((await store.get('cache:a')) ?? '', /"text":"1"/)
    assert.equal(files.find('notes/a.txt')?.sizeBytes, 1)
    assert.equal(await cache.get('a'), undefined)
    assert.equal(await (await currentStore()).find('notes/a.txt'), undefined)
  })
})

function open(folder: string): Promise<DevelopmentStores> {
  const settings = toSettings(
    new Map([
      ['APP_ENV', 'test'],
      ['STORAGE_URL', `file:${folder}`],
    ]),
  )
  return DevelopmentStores.open(settings, createLog({ level: 'silent', format: 'json' }))
}
