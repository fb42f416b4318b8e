import { roleAdmin, roleMember, roleOwner } from '../../words/teams.ts'

/** The roles that can be given; only a transfer makes an owner. */
export const givenRoles = ['member', 'admin'] as const

/** The roles in a team. Each role includes the rights of the roles before it. */
export const roles = [...givenRoles, 'owner'] as const

export type Role = (typeof roles)[number]

/** The names of the roles for users. */
export const roleNames: Readonly<Record<Role, () => string>> = {
  member: roleMember,
  admin: roleAdmin,
  owner: roleOwner,
}

/** Whether a role includes the rights of another one. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}

/** Whether a role may invite others. */
export function mayInvite(role: Role): boolean {
  return isAtLeast(role, 'admin')
}

/** The roles that a member with this role may give and take away: only the roles below it. */
export function rolesBelow(role: Role): readonly Role[] {
  return roles.slice(0, roles.indexOf(role))
}
