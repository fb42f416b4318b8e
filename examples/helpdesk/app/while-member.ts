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
  { id, team_id, role }: Membership,
  work: () => Promise<Result>,
): Promise<Result> {
  return transaction(async () => {
    const team = await lockTeam(team_id)
    if (!(await Membership.of(team).where('id', id).where('role', role).exists())) {
      throw new Conflict(teamHasChanged())
    }
    return work()
  })
}

/** Locks a team until the transaction ends. Lock it before all that belongs to it: two that do not may deadlock. */
export function lockTeam(id: number): Promise<Team> {
  return Team.where('id', id).lockForUpdate().firstOrFail()
}
