import assert from 'node:assert/strict'
import { it } from 'node:test'
import { auth } from '../app/auth.ts'
import { Incident } from '../app/models/incident.ts'
import { Invitation } from '../app/models/invitation.ts'
import { Membership } from '../app/models/membership.ts'
import { SavedList } from '../app/models/saved-list.ts'
import { Attachment, Comment } from '../app/models/ticket.ts'
import { web } from '../app/routes.ts'
import { createMember, teams } from '../database/factories/team.ts'
import { labels, tickets } from '../database/factories/ticket.ts'
import { tokenAbilities } from '../resources/components/accounts/token-abilities.ts'
import { member } from './member.ts'
import { openApp } from './open-app.ts'

const filter = { search: '', order: 'changed' } as const
const file = { file: 'aa/aa.txt', name: 'a.txt', type: 'text/plain', size_bytes: 1 }

it('no route of a team knows the records of another team, or the other team itself', async () => {
  await using app = await openApp()
  const { client, team: own, user } = await member(app, 'owner')
  const { team, records } = await createOther()
  const grant = { name: 'robot', abilities: tokenAbilities, expires: '1d' } as const
  const authorization = `Bearer ${(await auth.tokens.issue(user, grant)).text}`
  const program = app.as('json', { headers: { authorization } })

  const answers: string[] = []
  for (const { method, pattern } of web.routes) {
    const { path, parameterNames } = pattern
    if (!/^\/(?:api\/)?teams\/\{team\}/.test(path)) continue
    const sender = path.startsWith('/api') ? program : client
    for (const at of parameterNames.length === 1 ? [team] : [own, team]) {
      const keys = new Map<string, number | string>([...records, ['team', at.id]])
      const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(keys.get(name)))
      const { status } = await sender.send(method, target)
      answers.push(`${status} ${method} ${path}`)
    }
  }

  assert.ok(answers.length > 60)
  assert.deepEqual(
    answers.filter((answer) => !answer.startsWith('404')),
    [],
  )
})

/** A team with a record of everything that a path can name. */
async function createOther() {
  const team = await teams.create()
  const user = await createMember(team)
  const ticket = await tickets.create({ team_id: team.id })
  const comment = await Comment.of(ticket).create({ body: 'It burns.', is_internal: false })
  const email = 'grace@example.com'
  const list = await SavedList.of(team).create({ name: 'Mine', filter })
  const incident = await Incident.of(team).create({ title: 'The mill', body: 'A gear is worn.' })
  const expires_at = new Date(Date.now() + 60_000)
  const invitation = await Invitation.of(team).create({ email, role: 'member', expires_at })
  const records = {
    ticket,
    list,
    incident,
    invitation,
    label: await labels.create({ team_id: team.id }),
    attachment: await Attachment.of(comment).create(file),
    membership: await Membership.of(team).where('user_id', user.id).firstOrFail(),
  }
  return { team, records: Object.entries(records).map(([name, { id }]) => [name, id] as const) }
}
