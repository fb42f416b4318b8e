import { findUser, type Field, type Owner, type Subject } from './field.ts'
import { fit, fits } from './fit.ts'
import type { Names } from './names.ts'
import { narrowText, tellWhose, type Whose } from './whose/whose.ts'

export interface PolicyOwner {
  /** Whether all members of the team may use records that belong to it, in an application with teams. */
  readonly asksMember: boolean
  /** The user to whom a record belongs. */
  readonly whose?: Whose | undefined
}

/**
 * `app/policies/post-policy.ts`: the user to whom a record belongs may do everything. Without such a user, nobody may do
 * anything. In an application with teams, all members may use the records that belong to their team.
 */
export function policyText(subject: Subject, { asksMember, whose }: PolicyOwner): string {
  const { names, fields } = subject
  const { model, file } = names
  const user = findUser(fields)
  const isShared =
    asksMember && fields.some(({ owner }) => owner?.names.model === 'Team' && owner.isOwner)
  if (!isShared && whose !== undefined && whose.steps.length > 0) return belowText(names, whose)
  const judged = isShared ? `{ member } from '../member.ts'` : `{ auth } from '../auth.ts'`
  const text =
    user?.owner === undefined ? closedText(names) : ownedText(names, user.name, user.owner)
  return `import { policy } from 'tenon/auth'
import ${judged}
import { ${model} } from '../models/${file}.ts'

export const ${model}Policy = ${isShared ? memberText(names, user) : text}
`
}

/** The policy of records that belong to the user of a record above them. */
function belowText(names: Names, whose: Whose): string {
  const { model, file, singular, plural, labels, key } = names
  const scope = `const ofUser = (user: User, ${plural}: Query<typeof ${model}>) =>`
  const isOwn = `const isOwn = (user: User, ${singular}: ${model}) =>`
  const found = `ofUser(user, ${model}.where('${key}', ${singular}.${key})).exists()`
  return `import { policy } from 'tenon/auth'
import type { Query } from 'tenon/models'
import { auth } from '../auth.ts'
import { ${model} } from '../models/${file}.ts'
import type { User } from '../models/user.ts'

/** The ${labels} of a user: each belongs to ${tellWhose(whose)}. */
${narrowBody(scope, plural, whose)}

${fit(`${isOwn} ${found}`, `${isOwn}\n  ${found}`)}

export const ${model}Policy = policy(
  auth,
  ${model},
  {
    viewAny: () => true,
    // The request makes sure that a user creates and moves them only below what is the user's own.
    create: () => true,
    view: isOwn,
    update: isOwn,
    delete: isOwn,
  },
  { scope: ofUser },
)
`
}

/** A function that narrows a query, on one line if it fits. */
function narrowBody(start: string, plural: string, whose: Whose): string {
  const line = narrowText(whose, 'user', { start: `${start} ${plural}`, end: '', indent: '' })
  if (!line.includes('\n') && fits(line)) return line
  const inner = narrowText(whose, 'user', { start: `  ${plural}`, end: '', indent: '  ' })
  return `${start}\n${inner}`
}

function memberText({ model, singular }: Names, creator: Field | undefined): string {
  const rule =
    creator === undefined
      ? `({ role }) => role !== 'member'`
      : `({ role, user_id }, ${singular}) => role !== 'member' || ${singular}.${creator.name} === user_id`
  const rules = ['view', 'update', 'delete'].map(
    (ability) => `  ${ability}: (_member, _${singular}) => true,\n`,
  )
  return `policy({ user: member }, ${model}, {
  // Every member may do everything until you write your rules, such as
  // ${rule}
  viewAny: () => true,
  create: () => true,
${rules.join('')}})`
}

function ownedText({ model, singular }: Names, name: string, { key }: Owner): string {
  const rules = ['view', 'update', 'delete'].map((ability) => {
    const verdict = `${singular}.${name} === user.${key}`
    const start = `    ${ability}: (user, ${singular}) =>`
    return `${fit(`${start} ${verdict},`, `${start}\n      ${verdict},`)}\n`
  })
  return `policy(
  auth,
  ${model},
  {
    viewAny: () => true,
    create: () => true,
${rules.join('')}  },
  // Keeps what \`view\` allows. Compare both in a test: assertScope(${model}Policy, users)
  { scope: (user, query) => query.where('${name}', user.${key}) },
)`
}

function closedText({ model, singular }: Names): string {
  const rules = ['view', 'update', 'delete'].map(
    (ability) => `  ${ability}: (_user, _${singular}) => false,\n`,
  )
  return `policy(auth, ${model}, {
  // Nobody may do anything until you write your rules.
  viewAny: () => false,
  create: () => false,
${rules.join('')}})`
}
