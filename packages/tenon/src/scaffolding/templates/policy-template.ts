import type { Field, Subject } from './field.ts'
import { fit } from './fit.ts'
import type { Names } from './names.ts'

/**
 * `app/policies/post-policy.ts`: the user who owns a record may do everything. Without such a user, nobody may do
 * anything. In an application with teams, all members may use the records that belong to their team.
 */
export function policyText({ names, fields }: Subject, asksMember: boolean): string {
  const { model, file } = names
  const users = fields.filter(({ owner }) => owner?.names.model === 'User')
  const owned = users.find(({ name }) => name === 'user_id') ?? users[0]
  const isShared =
    asksMember && fields.some(({ owner }) => owner?.names.model === 'Team' && owner.isOwner)
  const subject = isShared ? `{ member } from '../member.ts'` : `{ auth } from '../auth.ts'`
  const text = owned === undefined ? closedText(names) : ownedText(names, owned)
  return `import { policy } from 'tenon/auth'
import ${subject}
import { ${model} } from '../models/${file}.ts'

export const ${model}Policy = ${isShared ? memberText(names, owned) : text}
`
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

function ownedText({ model, singular }: Names, { name }: Field): string {
  const rules = ['view', 'update', 'delete'].map((ability) => {
    const verdict = `${singular}.${name} === user.id`
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
  { scope: (user, query) => query.where('${name}', user.id) },
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
