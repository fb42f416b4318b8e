import { roleAdmin, roleMember, roleOwner } from '../../words/teams.ts'

/** The roles that can be given; only a transfer makes an owner. */
export const givenRoles = ['member', 'admin'] as const

/** The roles in a team: each may do what those before it may. */
export const roles = [...givenRoles, 'owner'] as const

export type Role = (typeof roles)[number]

/** How users read them. */
export const roleNames: Readonly<Record<Role, () => string>> = {
  member: roleMember,
  admin: roleAdmin,
  owner: roleOwner,
}

/** Whether a role may do what another one may. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}

/** Whether a role may invite others. */
export function mayInvite(role: Role): boolean {
  return isAtLeast(role, 'admin')
}

/** The roles that somebody with this one may give and take: only those below it. */
export function rolesBelow(role: Role): readonly Role[] {
  return roles.slice(0, roles.indexOf(role))
}
