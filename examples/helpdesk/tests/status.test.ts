import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { route } from 'tenon'
import { Incident } from '../app/models/incident.ts'
import { teams } from '../database/factories/team.ts'
import { member } from './member.ts'
import { openApp } from './open-app.ts'

describe('the status page', () => {
  it('tells everybody what members report, until it works again', async () => {
    await using app = await openApp()
    const { client, team } = await member(app)
    const form = { title: 'The mill runs slowly', body: 'A gear is worn.' }

    await client.post(route('incidents.store', { team: team.id }), form)
    const during = await app.as('page').get(route('status.show', { team: team.id }))
    const incident = await Incident.of(team).firstOrFail()
    await client.put(route('incidents.end', { team: team.id, incident: incident.id }))
    const afterwards = await app.as('page').get(route('status.show', { team: team.id }))

    const [before] = during.page('Customers/Status').props.incidents
    const [ended] = afterwards.page('Customers/Status').props.incidents
    assert.deepEqual([before?.title, before?.ended_at], ['The mill runs slowly', null])
    assert.notEqual(ended?.ended_at, null)
  })

  it('is not written by members of other teams', async () => {
    await using app = await openApp()
    const { client, team } = await member(app)
    const other = await teams.create()
    const incident = await Incident.of(other).create({ title: 'Theirs', body: 'Theirs' })

    const elsewhere = await client.post(route('incidents.store', { team: other.id }), {
      title: 'Mine',
      body: 'Mine',
    })
    const ended = await client.put(route('incidents.end', { team: team.id, incident: incident.id }))

    elsewhere.assertStatus(404)
    ended.assertStatus(404)
    assert.equal((await incident.refresh()).ended_at, null)
  })
})
