import assert from 'node:assert/strict'
import { it } from 'node:test'
import { application, body, handler, json, post, put, routes } from 'tenon'
import { c, Model } from 'tenon/models'
import { currentDatabase } from 'tenon/database'
import { testApp } from 'tenon/testing'
import { z } from 'zod'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Member extends Model('members', {
  id: c.id(),
  name: c.text(),
  is_admin: c.boolean().default(false),
}) {}

const MemberRequest = body(z.object({ name: z.string() }))

const web = routes([
  post(
    '/members',
    handler({ form: MemberRequest }).run(async ({ form }) => json(await Member.create(form))),
  ),
  put(
    '/members/{member}',
    handler({ member: Member, form: MemberRequest }).run(async ({ member, form }) => {
      await member.update(form)
      return json(await Member.find(member.id))
    }),
  ),
])

forEachDialect('a field that is missing in the schema', (open) => {
  it('is not written to any record, whatever the encoding', async () => {
    await using app = await testApp({
      application: application({ root: import.meta.dirname, routes: web, models: { Member } }),
      databaseUrl: await open.url(),
    })
    await createTables(currentDatabase(), Member)
    const input = { name: 'Eve', is_admin: true, id: 99 }
    const form = new URLSearchParams({ name: 'Eve', is_admin: '1', id: '99' })

    const created = await app.as('json').post('/members', input)
    const updated = await app.as('json').put('/members/1', input)
    const sent = await app.as('json').post('/members', form)

    created.assertJson({ id: 1, name: 'Eve', is_admin: false })
    updated.assertJson({ id: 1, name: 'Eve', is_admin: false })
    sent.assertJson({ id: 2, name: 'Eve', is_admin: false })
    assert.equal(await Member.where('is_admin', '=', true).count(), 0)
  })
})
