import assert from 'node:assert/strict'
import { it } from 'node:test'
import { c } from '../../data/columns/columns.ts'
import { Model } from '../../data/models/model.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { disk } from '../../stores/storage/disk.ts'
import { routes } from '../../web/routing/route-list.ts'
import { checkPackages } from './check-packages.ts'

const pictures = disk('pictures', { types: ['image/png'], maxPixels: 1000 })
const papers = disk('papers', { types: ['application/pdf'] })
class Photo extends Model('photos', { id: c.id(), file: c.file(pictures) }) {}
class Paper extends Model('papers', { id: c.id(), file: c.file(papers) }) {}

it('doctor names the package without which no picture can be uploaded, if a model has pictures', async () => {
  const load = () => Promise.reject(new SetupError('E_DISK_PICTURES', 'No sharp.'))

  const [found] = await checkPackages({ routes: routes([]), models: { Photo, Paper } }, load)
  const without = await checkPackages({ routes: routes([]), models: { Paper } }, load)
  const installed = await checkPackages({ routes: routes([]), models: { Photo } })

  assert.deepEqual(found?.level, 'error')
  assert.equal(found?.subject, 'E_DISK_PICTURES')
  assert.deepEqual([without, installed], [[], []])
})
