import { provided } from 'tenon'
import { NotFound, Unauthorized } from 'tenon/errors'
import { auth } from './auth.ts'
import { Membership } from './models/membership.ts'
import { Team } from './models/team.ts'

/**
 * The user's membership in the `{team}` of the path. Policies for records of a team need it, so a route with
 * `.can(ProjectPolicy.update)` does not compile without the middleware `asMember`.
 */
export const member = provided<{ member: Membership }>('member', {
  needs: auth.user,
  remedy: 'Add the middleware asMember of app/member.ts to its group.',
})

/** Lets only members of the team in the path pass. Everybody else gets a 404, as if the team did not exist. */
export const asMember = member.middleware(async (request, next) => {
  const user = request.get(auth.user)
  if (user === undefined) throw new Unauthorized('Log in first')
  const team = Team.parseKey(request.param('team') ?? '')
  if (team === undefined) throw new NotFound()
  const found = await Membership.ofAnyone().where('team_id', team).where('user_id', user.id).first()
  if (found === null) throw new NotFound()
  return next(found)
})
