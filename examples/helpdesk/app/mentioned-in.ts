import { Membership } from './models/membership.ts'
import type { Team } from './models/team.ts'
import { User } from './models/user.ts'

/**
 * The members of a team whom a text mentions by their names, as in `@Grace Hopper`. Of names that begin alike, the longest
 * counts, and an address such as `ada@example.com` mentions nobody.
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

/** A character that goes on a word, as accents do. */
const inWord = String.raw`[\p{L}\p{M}\p{N}_]`
