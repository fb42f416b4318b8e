import { changeProfile, readProfile } from '../../words/settings.ts'

/** What access tokens can allow: `auth.token('profile:read')` asks for it. */
export const tokenAbilities = [
  'tickets:read',
  'tickets:write',
  'profile:read',
  'profile:write',
] as const

export type TokenAbility = (typeof tokenAbilities)[number]

/** How users read them. */
export const abilityNames: Readonly<Record<TokenAbility, () => string>> = {
  'tickets:read': () => 'See the tickets of your teams',
  'tickets:write': () => 'Add and answer tickets',
  'profile:read': readProfile,
  'profile:write': changeProfile,
}
