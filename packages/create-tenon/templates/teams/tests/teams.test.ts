import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { route } from 'tenon'
import { Conflict, ValidationFailed } from 'tenon/errors'
import { erasePersonal } from 'tenon/personal'
import { testApp, type TestApp } from 'tenon/testing'
import { Invitation } from '../app/models/invitation.ts'
import { Membership } from '../app/models/membership.ts'
import { Project } from '../app/models/project.ts'
import { Team } from '../app/models/team.ts'
import type { User } from '../app/models/user.ts'
import { whileMember } from '../app/while-member.ts'
import { createMember, projects, teams } from '../database/factories/team.ts'
import { users } from '../database/factories/user.ts'
import { roles } from '../resources/components/teams/roles.ts'
import { logIn } from './log-in.ts'

describe('a team', () => {
  it('belongs to who creates it', async () => {
    await using app = await testApp()
    const user = await users.create()
    const client = await logIn(app, user)

    const created = await client.post(route('teams.store'), { name: 'Acme' })

    const team = await Team.query().firstOrFail()
    created.assertRedirect(route('members.index', { team: team.id }))
    assert.deepEqual(await rolesOf(team), { [user.id]: 'owner' })
  })

  it('is one of several between which a user switches', async () => {
    await using app = await testApp()
    const [red, blue] = [await teams.create({ name: 'Red' }), await teams.create({ name: 'Blue' })]
    const user = await createMember(red)
    await Membership.of(blue).create({ user_id: user.id, role: 'admin' })
    const client = await logIn(app, user)

    const list = await client.get(route('teams.index'))
    const shown = await client.get(route('projects.index', { team: red.id }))

    list.assertPage('Teams/Index', {
      teams: [
        { id: blue.id, name: 'Blue', role: 'admin' },
        { id: red.id, name: 'Red', role: 'member' },
      ],
    })
    shown.assertPage('Projects/Index', {
      team: { id: red.id, name: 'Red' },
      teams: [
        { id: blue.id, name: 'Blue' },
        { id: red.id, name: 'Red' },
      ],
    })
  })

  it('is left by its members, and by its owner only after another one owns it', async () => {
    await using app = await testApp()
    const team = await teams.create()
    const [owner, heir] = [await createMember(team, 'owner'), await createMember(team)]
    const client = await logIn(app, owner)

    const refused = await client.delete(route('members.leave', { team: team.id }))
    const given = await client.put(route('ownership.update', { team: team.id }), {
      membership: (await membershipOf(team, heir)).id,
    })
    const between = await rolesOf(team)
    const left = await client.delete(route('members.leave', { team: team.id }))

    refused.assertStatus(403)
    given.assertRedirect(route('members.index', { team: team.id }))
    assert.deepEqual(between, { [owner.id]: 'admin', [heir.id]: 'owner' })
    left.assertRedirect(route('teams.index'))
    assert.deepEqual(await rolesOf(team), { [heir.id]: 'owner' })
  })

  it('has one owner, whatever two transfers at the same moment want', async () => {
    await using app = await testApp()
    const team = await teams.create()
    const owner = await createMember(team, 'owner')
    const heirs = [await createMember(team), await createMember(team)]
    const client = await logIn(app, owner)

    await Promise.all(
      heirs.map(async (heir) =>
        client.put(route('ownership.update', { team: team.id }), {
          membership: (await membershipOf(team, heir)).id,
        }),
      ),
    )

    const roles = Object.values(await rolesOf(team))
    assert.equal(roles.filter((role) => role === 'owner').length, 1)
  })

  it('is deleted with all that belongs to it, once its name was typed', async () => {
    await using app = await testApp()
    const team = await teams.create({ name: 'Acme' })
    const other = await projects.create()
    await projects.create({ team_id: team.id })
    const client = await logIn(app, await createMember(team, 'owner'))

    const refused = await client.delete(route('teams.destroy', { team: team.id }), { name: 'acme' })
    const deleted = await client.delete(route('teams.destroy', { team: team.id }), { name: 'Acme' })

    refused.assertStatus(422).assertPage('Teams/Delete')
    deleted.assertRedirect(route('teams.index'))
    assert.equal(await Team.find(team.id), null)
    assert.deepEqual(await Project.ofAnyone().pluck('id'), [other.id])
  })

  it('keeps the account of its owner, whose other memberships end with the account', async () => {
    await using app = await testApp()
    const [own, other] = [await teams.create({ name: 'Acme' }), await teams.create()]
    const user = await createMember(own, 'owner')
    await Membership.of(other).create({ user_id: user.id, role: 'admin' })
    const client = await logIn(app, user)
    const form = { email: user.email }

    const refused = await client.delete(route('settings.destroy'), form)
    await assert.rejects(user.delete())
    await assert.rejects(erasePersonal(user), ValidationFailed)
    await own.delete()
    const deleted = await client.delete(route('settings.destroy'), form)

    refused.assertStatus(422).assertErrors({
      email: 'You own the team Acme. Give it to somebody else, or delete it first.',
    })
    deleted.assertRedirect(route('login.create'))
    assert.equal(await Membership.of(other).count(), 0)
  })
})

describe('an invitation', () => {
  it('admits the address that it was sent to, once', async () => {
    await using app = await testApp()
    const team = await teams.create()
    const owner = await logIn(app, await createMember(team, 'owner'))
    const guest = await users.create({ email: 'Guest@example.com' })
    const client = await logIn(app, guest)

    const sent = await owner.post(route('invitations.store', { team: team.id }), {
      email: 'guest@EXAMPLE.com',
      role: 'admin',
    })
    const link = takeLink(app, 'guest@example.com')
    const shown = await client.get(link)
    const joined = await client.post(link)
    await Membership.of(team).where('user_id', guest.id).delete()
    const again = await client.post(link)

    sent.assertRedirect(route('members.index', { team: team.id }))
    shown.assertPage('Teams/Invitation', { team: team.name })
    joined.assertRedirect(route('projects.index', { team: team.id }))
    again.assertStatus(404)
    assert.equal(await Membership.of(team).where('user_id', guest.id).count(), 0)
  })

  it('is of no use to another account, and tells it neither the team nor the address', async () => {
    await using app = await testApp()
    const team = await teams.create({ name: 'Secret' })
    const link = await invite(app, team, 'guest@example.com')
    const thief = await logIn(app, await users.create())

    const shown = await thief.get(link)
    const refused = await thief.post(link)
    const declined = await thief.delete(link)

    shown.assertStatus(200)
    assert.doesNotMatch(shown.text, /Secret|guest@/)
    refused.assertStatus(403)
    declined.assertStatus(403)
    assert.equal(await Invitation.of(team).count(), 1)
  })

  it('is of no use to who has typed the address and not proved it', async () => {
    await using app = await testApp()
    const team = await teams.create()
    const link = await invite(app, team, 'guest@example.com')
    const typed = await users.state('unverified').create({ email: 'guest@example.com' })
    const client = await logIn(app, typed)

    const refused = await client.post(link)

    refused.assertRedirect(route('verification.create'))
    assert.equal(await Membership.of(team).where('user_id', typed.id).count(), 0)
  })

  it('cannot be forged, changed, withdrawn and used, or used after a week', async () => {
    await using app = await testApp()
    const team = await teams.create()
    const client = await logIn(app, await users.create({ email: 'guest@example.com' }))
    const link = await invite(app, team, 'guest@example.com')
    const other = await Invitation.of(team).create({
      email: 'guest@example.org',
      role: 'admin',
      expires_at: new Date(Date.now() + 1000),
    })
    const own = await Invitation.of(team).where('email', 'guest@example.com').firstOrFail()

    const unsigned = await client.post(route('acceptance.store', { invitation: own.id }))
    const changed = await client.post(link.replace(own.id, other.id))
    await own.update({ expires_at: new Date(Date.now() - 1000) })
    const expired = await client.post(link)
    await own.delete()
    const withdrawn = await client.post(link)

    unsigned.assertStatus(403)
    changed.assertStatus(403)
    expired.assertStatus(403)
    withdrawn.assertStatus(404)
  })

  it('ends with the membership of who has sent it', async () => {
    await using app = await testApp()
    const team = await teams.create()
    const owner = await logIn(app, await createMember(team, 'owner'))
    const admin = await createMember(team, 'admin')
    const inviter = await logIn(app, admin)
    await inviter.post(route('invitations.store', { team: team.id }), {
      email: 'friend@example.com',
      role: 'member',
    })

    await owner.delete(
      route('members.destroy', {
        team: team.id,
        membership: (await membershipOf(team, admin)).id,
      }),
    )

    assert.equal(await Invitation.of(team).count(), 0)
  })

  it('ends when who has sent it may not invite any more', async () => {
    await using app = await testApp()
    const team = await teams.create()
    const owner = await logIn(app, await createMember(team, 'owner'))
    const admin = await createMember(team, 'admin')
    const inviter = await logIn(app, admin)
    const url = route('invitations.store', { team: team.id })
    await inviter.post(url, { email: 'friend@example.com', role: 'member' })
    await owner.post(url, { email: 'guest@example.com', role: 'member' })

    const membership = (await membershipOf(team, admin)).id
    await owner.put(route('members.update', { team: team.id, membership }), { role: 'member' })

    assert.deepEqual(await Invitation.of(team).pluck('email'), ['guest@example.com'])
  })

  it('ends when its owner gives the team away, if an administrator could not send it', async () => {
    await using app = await testApp()
    const team = await teams.create()
    const [first, second] = [await createMember(team, 'owner'), await createMember(team, 'admin')]
    const owner = await logIn(app, first)
    const url = route('invitations.store', { team: team.id })
    await owner.post(url, { email: 'friend@example.com', role: 'admin' })
    await owner.post(url, { email: 'guest@example.com', role: 'member' })

    const membership = (await membershipOf(team, second)).id
    await owner.put(route('ownership.update', { team: team.id }), { membership })

    assert.equal((await membershipOf(team, second)).role, 'owner')
    assert.deepEqual(await Invitation.of(team).pluck('email'), ['guest@example.com'])
  })

  it('ends with the account of who has sent it', async () => {
    await using app = await testApp()
    const team = await teams.create()
    const admin = await createMember(team, 'admin')
    const inviter = await logIn(app, admin)
    await inviter.post(route('invitations.store', { team: team.id }), {
      email: 'friend@example.com',
      role: 'member',
    })

    const deleted = await inviter.delete(route('settings.destroy'), { email: admin.email })

    deleted.assertRedirect(route('login.create'))
    assert.equal(await Invitation.of(team).count(), 0)
  })

  it('is not left by an administrator who is removed at the same moment', async () => {
    await using app = await testApp()
    const team = await teams.create()
    const owner = await logIn(app, await createMember(team, 'owner'))
    const admin = await createMember(team, 'admin')
    const inviter = await logIn(app, admin)
    const membership = (await membershipOf(team, admin)).id

    await Promise.all([
      owner.delete(route('members.destroy', { team: team.id, membership })),
      inviter.post(route('invitations.store', { team: team.id }), {
        email: 'friend@example.com',
        role: 'member',
      }),
    ])

    assert.equal(await Invitation.of(team).count(), 0)
  })

  it('is deleted with the account of the address that it was sent to', async () => {
    await using _app = await testApp()
    const team = await teams.create()
    const guest = await users.create({ email: 'Guest@example.com' })
    for (const email of ['guest@example.com', 'other@example.com']) {
      const values = { inviter_id: null, role: 'member', expires_at: new Date() } as const
      await Invitation.of(team).create({ ...values, email })
    }

    await erasePersonal(guest)

    assert.deepEqual(await Invitation.of(team).pluck('email'), ['other@example.com'])
  })

  it('locks its team before it admits, in the order in which a team is deleted', async () => {
    await using app = await testApp()
    const team = await teams.create()
    const client = await logIn(app, await users.create({ email: 'guest@example.com' }))
    const link = await invite(app, team, 'guest@example.com')

    const { statements } = await client.post(link)

    const locked = statements.findIndex((each) => /from "teams"/.test(each))
    const used = statements.findIndex((each) => /delete from "invitations"/.test(each))
    assert.ok(locked !== -1 && locked < used, statements.join('\n'))
  })

  it('is changed and withdrawn only by those above its role', async () => {
    await using app = await testApp()
    const team = await teams.create()
    const owner = await logIn(app, await createMember(team, 'owner'))
    const admin = await logIn(app, await createMember(team, 'admin'))
    const url = route('invitations.store', { team: team.id })
    const email = 'guest@example.com'
    await owner.post(url, { email, role: 'admin' })
    const sent = await Invitation.of(team).firstOrFail()
    const at = { team: team.id, invitation: sent.id }

    const lowered = await admin.post(url, { email, role: 'member' })
    const refused = await admin.delete(route('invitations.destroy', at))
    const shown = await admin.get(route('members.index', { team: team.id }))
    const { role, inviter_id } = await sent.refresh()
    await owner.post(url, { email, role: 'member' })
    const withdrawn = await admin.delete(route('invitations.destroy', at))

    lowered.assertErrors({ email: 'They are invited with a role that is not below yours' })
    refused.assertStatus(403)
    assert.deepEqual([role, inviter_id], ['admin', sent.inviter_id])
    assert.deepEqual(
      shown.page('Teams/Members').props.invitations.map(({ canWithdraw }) => canWithdraw),
      [false],
    )
    withdrawn.assertRedirect(route('members.index', { team: team.id }))
    assert.equal(await Invitation.of(team).count(), 0)
  })

  it('is sent to one address a few times only', async () => {
    await using app = await testApp()
    const team = await teams.create()
    const owner = await logIn(app, await createMember(team, 'owner'))
    const form = { email: 'guest@example.com', role: 'member' }

    const answers = []
    for (let i = 0; i < 4; i += 1) {
      answers.push(await owner.post(route('invitations.store', { team: team.id }), form))
    }

    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303, 303, 422],
    )
    assert.equal(await Invitation.of(team).count(), 1)
  })
})

describe('a role', () => {
  it('can be given by invitation and by change, except that of the owner', async () => {
    await using app = await testApp()
    const team = await teams.create()
    const owner = await logIn(app, await createMember(team, 'owner'))
    const user = await createMember(team)
    const membership = (await membershipOf(team, user)).id
    const change = route('members.update', { team: team.id, membership })
    const invite = route('invitations.store', { team: team.id })

    for (const role of roles) {
      const expected = role === 'owner' ? 422 : 303
      const email = `${role}@example.com`
      assert.equal((await owner.put(change, { role })).status, expected, `change to ${role}`)
      assert.equal(
        (await owner.post(invite, { email, role })).status,
        expected,
        `invite as ${role}`,
      )
      if (expected === 303) assert.equal((await membershipOf(team, user)).role, role)
    }
  })

  it('gives and takes only roles below it', async () => {
    await using app = await testApp()
    const team = await teams.create()
    const [owner, admin, member] = [
      await createMember(team, 'owner'),
      await createMember(team, 'admin'),
      await createMember(team),
    ]
    const before = await rolesOf(team)
    const change = async (by: User, of: User, role: string) => {
      const client = await logIn(app, by)
      const membership = (await membershipOf(team, of)).id
      return client.put(route('members.update', { team: team.id, membership }), { role })
    }
    const remove = async (by: User, of: User) => {
      const client = await logIn(app, by)
      const membership = (await membershipOf(team, of)).id
      return client.delete(route('members.destroy', { team: team.id, membership }))
    }
    const inviteAs = async (by: User, role: string) => {
      const client = await logIn(app, by)
      const form = { email: 'x@example.com', role }
      return client.post(route('invitations.store', { team: team.id }), form)
    }
    const own = async (by: User) => {
      const client = await logIn(app, by)
      const membership = (await membershipOf(team, by)).id
      return client.put(route('ownership.update', { team: team.id }), { membership })
    }

    const refused = [
      await change(member, member, 'admin'),
      await change(admin, member, 'admin'),
      await change(admin, admin, 'owner'),
      await change(owner, owner, 'member'),
      await remove(member, admin),
      await remove(admin, owner),
      await remove(admin, admin),
      await remove(owner, owner),
      await inviteAs(member, 'member'),
      await own(member),
      await own(admin),
    ]
    const invalid = [
      await change(owner, member, 'owner'),
      await inviteAs(admin, 'admin'),
      await inviteAs(admin, 'owner'),
      await inviteAs(owner, 'owner'),
      await own(owner),
    ]

    assert.deepEqual(
      refused.map(({ status }) => status),
      refused.map(() => 403),
    )
    assert.deepEqual(
      invalid.map(({ status }) => status),
      invalid.map(() => 422),
    )
    assert.deepEqual(await rolesOf(team), before)
    assert.equal(await Invitation.of(team).count(), 0)
  })

  it('lets members change what they have created, and administrators all of it', async () => {
    await using app = await testApp()
    const team = await teams.create()
    const [ada, bob] = [await createMember(team), await createMember(team)]
    const admin = await createMember(team, 'admin')
    const project = await projects.create({ team_id: team.id, creator_id: ada.id })
    const url = route('projects.update', { team: team.id, project: project.id })

    const [own, others, all] = [
      await (await logIn(app, ada)).put(url, { name: 'Own' }),
      await (await logIn(app, bob)).put(url, { name: 'Others' }),
      await (await logIn(app, admin)).put(url, { name: 'All' }),
    ]

    own.assertRedirect(route('projects.index', { team: team.id }))
    others.assertStatus(403)
    all.assertRedirect(route('projects.index', { team: team.id }))
    assert.equal((await Project.of(team).findOrFail(project.id)).name, 'All')
  })
})

describe('a request that goes on after its member has changed', () => {
  it('does not remove a member who has got a role that the policy would refuse', async () => {
    await using app = await testApp()
    const team = await teams.create()
    const owner = await logIn(app, await createMember(team, 'owner'))
    const admin = await logIn(app, await createMember(team, 'admin'))
    const user = await createMember(team)
    const at = { team: team.id, membership: (await membershipOf(team, user)).id }

    const [changed, removed] = await Promise.all([
      owner.put(route('members.update', at), { role: 'admin' }),
      admin.delete(route('members.destroy', at)),
    ])

    assert.notDeepEqual([changed.status, removed.status], [303, 303])
  })

  it('does not withdraw an invitation that has got a role that the policy would refuse', async () => {
    await using app = await testApp()
    const team = await teams.create()
    const owner = await logIn(app, await createMember(team, 'owner'))
    const admin = await logIn(app, await createMember(team, 'admin'))
    const url = route('invitations.store', { team: team.id })
    const email = 'guest@example.com'
    await owner.post(url, { email, role: 'member' })
    const { id: invitation } = await Invitation.of(team).firstOrFail()

    await Promise.all([
      owner.post(url, { email, role: 'admin' }),
      admin.delete(route('invitations.destroy', { team: team.id, invitation })),
    ])

    assert.deepEqual(await Invitation.of(team).pluck('role'), ['admin'])
  })

  it('does nothing by the role that the member had before', async () => {
    await using _app = await testApp()
    const team = await teams.create()
    const owner = await membershipOf(team, await createMember(team, 'owner'))
    await Membership.of(team).where('id', owner.id).update({ role: 'admin' })

    await assert.rejects(
      whileMember(owner, () => team.delete()),
      Conflict,
    )

    assert.equal(await Team.query().count(), 1)
  })

  it('does nothing for who has left the team', async () => {
    await using _app = await testApp()
    const team = await teams.create()
    const member = await membershipOf(team, await createMember(team))
    await Membership.of(team).where('id', member.id).delete()

    await assert.rejects(
      whileMember(member, () => team.update({ name: 'Stolen' })),
      Conflict,
    )

    assert.equal((await Team.findOrFail(team.id)).name, team.name)
  })
})

describe('a member of one team', () => {
  it('sees and changes nothing of another one, which seems not to exist', async () => {
    await using app = await testApp()
    const [red, blue] = [await teams.create(), await teams.create({ name: 'Secret' })]
    const ada = await createMember(red, 'owner')
    const membership = await membershipOf(blue, await createMember(blue))
    const project = await projects.create({ team_id: blue.id, name: 'Secret' })
    const invitation = await Invitation.of(blue).create({
      email: 'secret@example.com',
      role: 'member',
      expires_at: new Date(Date.now() + 60_000),
    })
    const client = await logIn(app, ada)

    const requests = [red, blue].flatMap((team) => {
      const at = { team: team.id }
      const inBlue = [
        client.get(route('projects.edit', { ...at, project: project.id })),
        client.put(route('projects.update', { ...at, project: project.id }), { name: 'x' }),
        client.delete(route('projects.destroy', { ...at, project: project.id })),
        client.put(route('members.update', { ...at, membership: membership.id }), {
          role: 'admin',
        }),
        client.delete(route('members.destroy', { ...at, membership: membership.id })),
        client.delete(route('invitations.destroy', { ...at, invitation: invitation.id })),
      ]
      if (team === red) return inBlue
      return [
        ...inBlue,
        client.get(route('projects.index', at)),
        client.post(route('projects.store', at), { name: 'x' }),
        client.get(route('members.index', at)),
        client.delete(route('members.leave', at)),
        client.post(route('invitations.store', at), { email: ada.email, role: 'admin' }),
        client.get(route('teams.edit', at)),
        client.put(route('teams.update', at), { name: 'x' }),
        client.get(route('ownership.edit', at)),
        client.put(route('ownership.update', at), { membership: membership.id }),
        client.get(route('teams.remove', at)),
        client.delete(route('teams.destroy', at), { name: 'Secret' }),
      ]
    })
    const answers = await Promise.all(requests)
    const stolen = await client.put(route('ownership.update', { team: red.id }), {
      membership: membership.id,
    })

    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 404),
    )
    assert.doesNotMatch(answers.map(({ text }) => text).join('\n'), /Secret|secret@/)
    stolen.assertStatus(422)
    assert.equal((await Project.of(blue).findOrFail(project.id)).name, 'Secret')
    assert.equal((await Membership.of(blue).findOrFail(membership.id)).role, 'member')
    assert.equal(await Invitation.of(blue).count(), 1)
  })

  it('loses access with the membership', async () => {
    await using app = await testApp()
    const team = await teams.create()
    const [owner, user] = [await createMember(team, 'owner'), await createMember(team)]
    const client = await logIn(app, user)
    const before = await client.get(route('projects.index', { team: team.id }))

    await (
      await logIn(app, owner)
    ).delete(
      route('members.destroy', { team: team.id, membership: (await membershipOf(team, user)).id }),
    )
    const after = await client.get(route('projects.index', { team: team.id }))

    before.assertStatus(200)
    after.assertStatus(404)
  })
})

async function rolesOf(team: Team): Promise<Record<number, string>> {
  const memberships = await Membership.of(team).all()
  return Object.fromEntries(memberships.map(({ user_id, role }) => [user_id, role]))
}

function membershipOf(team: Team, user: User): Promise<Membership> {
  return Membership.of(team).where('user_id', user.id).firstOrFail()
}

/** Has an owner of the team invite an address, and returns the link in its mail. */
async function invite(app: TestApp, team: Team, email: string): Promise<string> {
  const owner = await logIn(app, await createMember(team, 'owner'))
  await owner.post(route('invitations.store', { team: team.id }), { email, role: 'member' })
  return takeLink(app, email)
}

/** The path of the link in the mail to an address. */
function takeLink(app: TestApp, address: string): string {
  const mail = app.mails.to(address).findLast(({ mail }) => mail === 'Teams/Invitation')
  const [, path = ''] = /https?:\/\/[^/\s]+(\/invitations\/[^>\s]+)/.exec(mail?.text ?? '') ?? []
  return path
}
