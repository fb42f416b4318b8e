import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listModels } from './application-edits.ts'

const names = [
  { model: 'Artist', file: 'artist' },
  { model: 'Album', file: 'album' },
]

describe('listModels', () => {
  it('adds the list to an application that has none', () => {
    const main = `import { application } from 'tenon'\n\nexport const app = application({\n  routes: web,\n})\n`

    assert.equal(
      listModels(names).insert(main),
      `import { application } from 'tenon'
import { Artist } from './app/models/artist.ts'
import { Album } from './app/models/album.ts'

export const app = application({
  routes: web,
  models: { Artist, Album },
})
`,
    )
  })

  it('changes nothing in a file of another form', () => {
    assert.equal(listModels(names).insert('export default start()\n'), undefined)
  })
})
