import { command } from 'tenon'
import { BadRequest } from 'tenon/errors'
import { foundTeam } from '../found-team.ts'
import { User } from '../models/user.ts'

/** Creates a team from the command line, for applications in which users do not create teams themselves. */
export const createTeam = command('teams:create', {
  summary: 'Create a team and make a user its owner',
  words: '<name> <email>',
}).run(async ({ words: [name = '', email = ''], print }) => {
  const user = await User.where('email', email).first()
  if (name.trim() === '' || user === null || user.verified_at === null) {
    throw new BadRequest(
      'Name the team and a user with a verified address: teams:create Acme ada@example.com',
    )
  }
  const team = await foundTeam(name.trim(), user)
  print(`${user.email} owns the team ${team.name}, number ${team.id}`)
})
