import { policy } from 'tenon/auth'
import { isAtLeast } from '../../resources/components/teams/roles.ts'
import { member } from '../member.ts'
import type { Membership } from '../models/membership.ts'
import { Project } from '../models/project.ts'

/** What members may do with the projects of their team. */
export const ProjectPolicy = policy({ user: member }, Project, {
  viewAny: () => true,
  create: () => true,
  update: (member, project) => isOwnOrAdmin(member, project),
  delete: (member, project) => isOwnOrAdmin(member, project),
})

function isOwnOrAdmin({ role, user_id }: Membership, { creator_id }: Project): boolean {
  return isAtLeast(role, 'admin') || creator_id === user_id
}
