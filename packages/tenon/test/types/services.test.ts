import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { get, handler, param, routes } from 'tenon'
import { z } from 'zod'
import { writeClientTypes } from '../../src/application/contract/client/client-types.ts'
import { applicationOptions, compileProject, toSettings } from '../support/compile-project.ts'

const show = handler({ id: param.integer })
  .answers(z.object({ id: z.int() }))
  .run(({ id }) => ({ id }))
const errors = { schema: z.object({ title: z.string(), detail: z.string().optional() }) }
const list = routes([get('/others/{id}', show).name('others.show')])
const { text } = writeClientTypes(list, { title: 'Other', version: '1.0.0', errors })

const program = `import { get, handler, param, routes } from 'tenon'
import { createClient } from 'tenon/client'
import { createServiceClient } from 'tenon/client/service'
import { z } from 'zod'
import type { Service } from './other.ts'

const show = handler({ id: param.integer }).answers(z.object({ id: z.int() })).run(({ id }) => ({ id }))
const web = routes([get('/own/{id}', show).name('own.show')])
const books = routes([get('/books/{id}', show).name('books.show')])
declare module 'tenon' {
  interface Register { routes: typeof web; errors: { own: string } }
}
type Equal<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false
function expect<_Fact extends true>(): void {}

const own = await createClient()('own.show', { id: 1 }).result()
const book = await createClient<typeof books>()('books.show', { id: 1 }).result()
const told = await createClient<typeof books, { code: number }>()('books.show', { id: 1 }).result()
const other = await createServiceClient<Service>({})('others.show', { id: 1 }).result()
if (!own.ok) expect<Equal<typeof own.body, { own: string }>>()
if (!book.ok) expect<Equal<typeof book.body, unknown>>()
if (!told.ok) expect<Equal<typeof told.body, { code: number }>>()
if (!other.ok) expect<Equal<typeof other.body.title, string>>()
`

describe('a program that calls several services', () => {
  it('has the errors of each', { timeout: 60_000 }, () => {
    const said = compileProject({
      'main.ts': program,
      'other.ts': text,
      'tsconfig.json': toSettings(applicationOptions),
    })

    assert.equal(said, '')
  })
})
