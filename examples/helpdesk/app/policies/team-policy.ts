import { deny, policy } from 'tenon/auth'
import { isAtLeast, mayInvite } from '../../resources/components/teams/roles.ts'
import { member } from '../member.ts'
import { Team } from '../models/team.ts'
import { giveTeamFirst } from '../../resources/words/teams.ts'

/** What members may do with their team. */
export const TeamPolicy = policy({ user: member }, Team, {
  view: () => true,
  invite: ({ role }) => mayInvite(role),
  update: ({ role }) => isAtLeast(role, 'admin'),
  transfer: ({ role }) => role === 'owner',
  delete: ({ role }) => role === 'owner',
  leave: ({ role }) => role !== 'owner' || deny(giveTeamFirst()),
})
