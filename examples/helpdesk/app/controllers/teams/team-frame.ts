import type { HttpRequest } from 'tenon'
import { abilities } from 'tenon/auth'
import { auth } from '../../auth.ts'
import { member } from '../../member.ts'
import { Team } from '../../models/team.ts'
import type { User } from '../../models/user.ts'
import { TeamPolicy } from '../../policies/team-policy.ts'
import { teamNamesOf } from '../../teams-of.ts'

/** What the frame of a team's pages shows: who is logged in, the team, and the teams to switch to. */
export async function teamFrame(request: HttpRequest, team: Team, user: User) {
  return {
    user: { name: user.name },
    team: { id: team.id, name: team.name },
    teams: await teamNamesOf(user),
    can: await abilities(request, undefined, TeamPolicy),
  }
}

/** The bindings of a handler that renders a page of a team. */
export const inTeam = { team: Team, user: auth.user, member }
