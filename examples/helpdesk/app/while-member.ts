import { transaction } from 'tenon/database'
import { Conflict } from 'tenon/errors'
import { Membership } from './models/membership.ts'
import { Team } from './models/team.ts'
import { teamHasChanged } from '../resources/words/teams.ts'

/**
 * Runs work in a transaction, if the member still has the role by which a policy has let the request pass: files in
 * its body may have come much later. Until it ends, nobody changes who is in the team.
 */
export function whileMember<Result>(
  member: Membership,
  work: () => Promise<Result>,
): Promise<Result> {
  return transaction(async () => {
    await lockTeam(member.team_id)
    await assertMember(member)
    return work()
  })
}

/** Throws `Conflict` if a member has another role by now, or none: the files of a request may have come much later. */
export async function assertMember({ id, team_id, role }: Membership): Promise<void> {
  const memberships = Membership.ofAnyone().where('team_id', team_id).where('id', id)
  if (!(await memberships.where('role', role).exists())) throw new Conflict(teamHasChanged())
}

/** Locks a team until the transaction ends. Lock it before all that belongs to it: two that do not may deadlock. */
export function lockTeam(id: number): Promise<Team> {
  return Team.where('id', id).lockForUpdate().firstOrFail()
}
