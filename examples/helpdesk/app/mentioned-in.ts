import { Membership } from './models/membership.ts'
import type { Team } from './models/team.ts'
import { User } from './models/user.ts'

/**
 * Finds the members whom a text mentions, as in `@Grace Hopper`. If several names match, the longest one counts. An
 * email address such as `ada@example.com` mentions nobody.
 */
export async function mentionedIn(text: string, team: Team): Promise<readonly User[]> {
  if (!text.includes('@')) return []
  const members = await User.where('id', 'in', Membership.of(team).select('user_id'))
    .limit(1000)
    .all()
  const names = members
    .map(({ name }) => name.toLowerCase())
    .toSorted((one, other) => other.length - one.length)
  const anyName = names.map(toPattern).join('|')
  const mention = new RegExp(`(?<!${inWord})@(${anyName})(?!${inWord})`, 'gu')
  const mentioned = new Set(Array.from(text.toLowerCase().matchAll(mention), ([, name]) => name))
  return members.filter(({ name }) => mentioned.has(name.toLowerCase()))
}

function toPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}

/** Matches a character inside a word: a letter, an accent, a digit or an underscore. */
const inWord = String.raw`[\p{L}\p{M}\p{N}_]`
