import type { Field, Subject } from './field.ts'
import { fit } from './fit.ts'
import type { Names } from './names.ts'

/** `app/policies/post-policy.ts`: its owner may do everything, or nobody anything if there is none. */
export function policyText({ names, fields }: Subject): string {
  const { model, file } = names
  const owned = fields.find(({ owner }) => owner?.names.model === 'User')
  return `import { policy } from 'tenon/auth'
import { auth } from '../auth.ts'
import { ${model} } from '../models/${file}.ts'

export const ${model}Policy = ${owned === undefined ? closedText(names) : ownedText(names, owned)}
`
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
