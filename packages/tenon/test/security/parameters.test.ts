import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { application, body, get, handler, json, post, query, routes } from 'tenon'
import { testApp } from 'tenon/testing'
import { z } from 'zod'

const Search = query(z.object({ note: z.string().optional() }))
const Form = body(z.object({ note: z.string().optional() }))

const web = routes([
  get('/notes/{note}', (request) =>
    json({ path: request.param('note'), query: request.query.get('note') }),
  ),
  post(
    '/notes/{note}',
    handler({ search: Search, form: Form }).run(({ search, form }, request) =>
      json({
        path: request.param('note'),
        query: search.note,
        body: form.note,
        cookie: request.cookie('note'),
        header: request.header('note'),
      }),
    ),
  ),
  get('/files/{name*}', () => 'a file').name('files.create'),
  post(
    '/files/{name}',
    handler({ form: body(z.object({ title: z.string() })) }).run(({ form }) => json(form)),
  ).name('files.store'),
])

const open = () => testApp({ application: application({ root: import.meta.dirname, routes: web }) })

const path = '/notes/7'
const nothing = { path: '7' }

describe('a parameter', () => {
  it('comes from the place where it was asked for, if others have the same name', async () => {
    await using app = await open()
    const headers = { cookie: 'note=cookie', note: 'header' }
    const input = new URLSearchParams({ note: 'body' })

    const sent = await app.as('json').send('POST', `${path}?note=query`, { body: input, headers })
    const read = await app.as('json').get(`${path}?note=query`)

    const all = { query: 'query', body: 'body', cookie: 'cookie', header: 'header' }
    sent.assertJson({ ...nothing, ...all })
    read.assertJson({ path: '7', query: 'query' })
  })

  it('is missing if only another place has one of its name', async () => {
    await using app = await open()
    const client = app.as('json')

    const answers = [
      await client.post(path, {}),
      await client.post(`${path}?note=8`, {}),
      await client.post(path, { note: '8' }),
      await client.send('POST', path, { body: {}, headers: { cookie: 'note=8' } }),
    ]

    assert.deepEqual(
      answers.map((answer) => answer.json()),
      [nothing, { ...nothing, query: '8' }, { ...nothing, body: '8' }, { ...nothing, cookie: '8' }],
    )
  })

  it('is refused if it comes twice in an address or a form; of JSON, the last one counts', async () => {
    await using app = await open()
    const client = app.as('json')
    const twice = new URLSearchParams('note=8&note=9')
    const parts = new FormData()
    parts.append('note', '8')
    parts.append('note', '9')
    const headers = { 'content-type': 'application/json' }

    const answers = [
      await client.post(`${path}?note=8&note=9`, {}),
      await client.post(path, twice),
      await client.post(path, parts),
    ]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 400, 400],
    )
    const repeated = await client.send('POST', path, { body: '{"note":"8","note":"9"}', headers })
    repeated.assertJson({ ...nothing, body: '9' })
  })

  it('that has a slash in it leads to no other page of a form', async () => {
    await using app = await open()

    const answers = await Promise.all(
      ['a', 'a%2Fb', 'a%2F..', '%2Fa'].map((name) => app.as('page').post(`/files/${name}`, {})),
    )

    assert.deepEqual(
      answers.map(({ status }) => status),
      [422, 422, 422, 422],
    )
  })
})
