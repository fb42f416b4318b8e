import { changeProfile, readProfile } from '../../words/settings.ts'
import { allowReading, allowWriting } from '../../words/tickets.ts'

/** The abilities that an access token can have. `auth.token('profile:read')` requires one. */
export const tokenAbilities = [
  'tickets:read',
  'tickets:write',
  'profile:read',
  'profile:write',
] as const

export type TokenAbility = (typeof tokenAbilities)[number]

/** The names of the abilities for users. */
export const abilityNames: Readonly<Record<TokenAbility, () => string>> = {
  'tickets:read': allowReading,
  'tickets:write': allowWriting,
  'profile:read': readProfile,
  'profile:write': changeProfile,
}
