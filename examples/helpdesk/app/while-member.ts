import { transaction } from 'tenon/database'
import { Conflict } from 'tenon/errors'
import { Membership } from './models/membership.ts'
import { Team } from './models/team.ts'
import { teamHasChanged } from '../resources/words/teams.ts'

/**
 * Runs work in a transaction, during which nobody can change the members of the team. Throws `Conflict` if the member
 * has left or has another role than when the policy ran: the files of a request may take long to arrive.
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

/** Throws `Conflict` if a member has left or has another role: the files of a request may take long to arrive. */
export async function assertMember({ id, team_id, role }: Membership): Promise<void> {
  const memberships = Membership.ofAnyone().where('team_id', team_id).where('id', id)
  if (!(await memberships.where('role', role).exists())) throw new Conflict(teamHasChanged())
}

/** Locks a team until the transaction ends. To avoid deadlocks, lock it before the records that belong to it. */
export function lockTeam(id: number): Promise<Team> {
  return Team.where('id', id).lockForUpdate().firstOrFail()
}
