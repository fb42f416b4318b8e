import { changeProfile, readProfile } from '../../words/settings.ts'
import { allowReading, allowWriting } from '../../words/tickets.ts'

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
  'tickets:read': allowReading,
  'tickets:write': allowWriting,
  'profile:read': readProfile,
  'profile:write': changeProfile,
}
