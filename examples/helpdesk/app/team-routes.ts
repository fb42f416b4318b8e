import { del, get, group, post, put, signed } from 'tenon'
import { limit } from 'tenon/limits'
import { auth } from './auth.ts'
import * as acceptance from './controllers/teams/acceptance.ts'
import * as invitations from './controllers/teams/invitations.ts'
import * as members from './controllers/teams/members.ts'
import * as ownership from './controllers/teams/ownership.ts'
import * as teams from './controllers/teams/teams.ts'
import { asMember } from './member.ts'
import { InvitationPolicy } from './policies/invitation-policy.ts'
import { MembershipPolicy } from './policies/membership-policy.ts'
import { TeamPolicy } from './policies/team-policy.ts'

/** Each of these requests sends a mail to an address that a stranger may have typed. */
const invitationsPerClient = limit({ limit: 20, per: '10m' }).by((request) => request.ip)

export const teamRoutes = [
  group('/teams', [
    get('/', teams.index).name('teams.index'),
    get('/create', teams.create).name('teams.create'),
    post('/', teams.store).name('teams.store'),
  ])
    .middleware(auth.verified)
    .signedIn(),

  group('/teams/{team}', [
    get('/members', members.index).name('members.index').can(TeamPolicy.view),
    put('/members/{membership}', members.update)
      .name('members.update')
      .can(MembershipPolicy.changeRole),
    del('/members/{membership}', members.destroy)
      .name('members.destroy')
      .can(MembershipPolicy.remove),
    del('/membership', members.leave).name('members.leave').can(TeamPolicy.leave),

    post('/invitations', invitations.store)
      .name('invitations.store')
      .formPage('members.index')
      .middleware(invitationsPerClient)
      .can(TeamPolicy.invite),
    del('/invitations/{invitation}', invitations.destroy)
      .name('invitations.destroy')
      .can(InvitationPolicy.withdraw),

    get('/settings', teams.edit).name('teams.edit').can(TeamPolicy.view),
    put('/', teams.update).name('teams.update').formPage('teams.edit').can(TeamPolicy.update),
  ])
    .middleware(auth.verified)
    .middleware(asMember),
  group('/teams/{team}', [
    get('/transfer', ownership.edit).name('ownership.edit').can(TeamPolicy.transfer),
    put('/transfer', ownership.update).name('ownership.update').can(TeamPolicy.transfer),
    get('/delete', teams.remove).name('teams.remove').can(TeamPolicy.delete),
    del('/', teams.destroy).name('teams.destroy').formPage('teams.remove').can(TeamPolicy.delete),
  ])
    .middleware(auth.verified)
    .middleware(auth.confirmed('15m'))
    .middleware(asMember),

  // The signed link in the mail leads here. Its user is not in the team yet, so these routes are not scoped to a team.
  group('/invitations/{invitation}', [
    get('/', acceptance.create).name('acceptance.create').unscoped(),
    post('/', acceptance.store).name('acceptance.store').unscoped(),
    del('/', acceptance.destroy).name('acceptance.destroy').unscoped(),
  ])
    .middleware(auth.verified)
    .middleware(signed)
    .signedIn(),
] as const
