import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toNames } from '../templates/names.ts'
import { addRoutes, listModels } from './application-edits.ts'

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

describe('addRoutes', () => {
  const item = `  group('/todos', [\n    get('/', todos.index),\n  ])\n    .middleware(auth.token())\n    .middleware(perToken),\n`
  const routes = addRoutes(toNames('Todo'), {
    item,
    imports: ['get', 'group'],
    fromAuth: ['auth', 'perToken'],
    asksPolicy: true,
  })

  it('imports auth, the policy and the routing words once, whatever is imported with them', () => {
    const before = `import { get, routes } from "tenon";
import { auth, perAddress } from './auth.ts'
import { ListPolicy, TodoPolicy } from './policies/todo-policy.ts'

export const web = routes([
  get('/', () => perAddress(auth, ListPolicy, TodoPolicy)),
])
`

    const after = routes.insert(before) ?? ''

    assert.equal(
      after,
      `import { get, group, routes } from "tenon";
import { auth, perAddress, perToken } from './auth.ts'
import { ListPolicy, TodoPolicy } from './policies/todo-policy.ts'
import * as todos from './controllers/todos.ts'

export const web = routes([
  get('/', () => perAddress(auth, ListPolicy, TodoPolicy)),
${item}])
`,
    )
    assert.equal(routes.remove(after), before)
  })
})
