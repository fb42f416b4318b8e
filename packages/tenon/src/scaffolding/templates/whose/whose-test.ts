import { withLabel, type Field, type Subject } from '../field.ts'
import { fit, fitObject } from '../fit.ts'
import { toExistingNames, withArticle, type Names } from '../names.ts'
import type { Step, Whose } from './whose.ts'

/** How tests create records of the user who is logged in. */
export interface OwnRecords {
  /** What it takes before: the records above it. */
  readonly setup: readonly string[]
  /** The values that a test gives the factory, as code. */
  readonly made: string
  /** The call that narrows a query to these records. */
  readonly stored: string
  /** The factories of the records above it. */
  readonly factories: readonly Names[]
}

/** What tests write to create records of the user: with its key, or below another record of the user. */
export function ownRecords({ fields }: Subject, whose: Whose | undefined): OwnRecords {
  if (whose === undefined) return { setup: [], made: '', stored: '', factories: [] }
  const [step] = whose.steps
  const below = fields.filter(isBelow)
  if (step === undefined) {
    const value = `user.${whose.key}`
    return {
      setup: [],
      made: `{ ${whose.name}: ${value} }`,
      stored: `.query().where('${whose.name}', ${value})`,
      // The factory makes these records, and a test makes only the first one of another user.
      factories: below.slice(0, 1).flatMap(({ owner }) => owner?.names ?? []),
    }
  }
  const ways = below.map(toWay)
  const given = ways.flatMap(([first]) =>
    first === undefined ? [] : [`${first.column}: ${toKey(first)}`],
  )
  return {
    setup: [...new Set(ways.flatMap((way) => createWay(way, whose)))],
    made: `{ ${given.join(', ')} }`,
    stored: `.query().where('${step.column}', ${toKey(step)})`,
    factories: ways.flat().map(({ names }) => names),
  }
}

/** Logs in. If the test creates records of the user, it keeps the user in a variable. */
export function logInText(whose: Whose | undefined, setup: readonly string[]): string {
  if (whose === undefined) return '\n    const browser = await logIn(app, await users.create())'
  const lines = ['const user = await users.create()', 'const browser = await logIn(app, user)']
  return [...lines.map((line) => `    ${line}`), ...setup].map((line) => `\n${line}`).join('')
}

/** Imports the factory of users, and those of the records above this one. */
export function toUsersImport({ names }: Subject, above: readonly Names[]): string {
  const imports = [...above, toExistingNames('User')]
    .filter(({ model }) => model !== names.model)
    .map(({ plural, file }) => `import { ${plural} } from '../database/factories/${file}.ts'\n`)
  return [...new Set(imports)].join('')
}

/** The first column that refers to a record of the user. Its factory exists, because a record cannot be without it. */
export function findBelow({ fields }: Subject): Field | undefined {
  return fields.find(isBelow)
}

function isBelow({ theirs, isNullable }: Field): boolean {
  return theirs !== undefined && !isNullable
}

/** The steps from a record to the one with the user's key. */
function toWay({ name, owner, isNullable, theirs }: Field): readonly Step[] {
  if (owner === undefined || theirs === undefined) return []
  const { relation, names, key } = owner
  return [{ column: name, relation, names, key, isNullable }, ...theirs.steps]
}

/** Creates the records on the way, the one of the user first. */
function createWay(way: readonly Step[], { name, key }: Whose): readonly string[] {
  const lines = way.map(({ names }, i) => {
    const above = way[i + 1]
    const given = above === undefined ? `${name}: user.${key}` : `${above.column}: ${toKey(above)}`
    return fitObject(`    const ${toVariable(names)} = await ${names.plural}.create({ ${given} })`)
  })
  return lines.toReversed()
}

function toKey({ names, key }: Step): string {
  return `${toVariable(names)}.${key}`
}

/** `projectOfUser`: another variable of the test may have the name of the model. */
function toVariable({ singular }: Names): string {
  return `${singular}OfUser`
}

/** What the test of a record below another user's record is made of. */
interface BelowTest {
  readonly opening: string
  readonly client: string
  readonly made: string
  /** The text that declares `values` for what is sent. */
  readonly values: string
  readonly sent: string
}

/** Tries to create a record below a record of another user, and to move one there. */
export function belowText(
  { names }: Subject,
  field: Field,
  { opening, client, made, values, sent }: BelowTest,
): string {
  const { owner } = field
  if (owner === undefined) return ''
  const { model, singular, plural, path, key } = names
  const problem = `${withLabel(field).label} was not found`
  const refused = ['.assertStatus(422)', `.assertErrors({ ${field.name}: '${problem}' })`]
  return `
  it('are not put below ${withArticle(owner.names.label)} of another user', async () => {
    ${opening}
    const foreign = await ${owner.names.plural}.create()
    const ${singular} = await ${plural}.create(${made})
${values}
${fitObject(`    const address = route('${path}.update', { ${singular}: ${singular}.${key} })`)}

${fit(
  `    const sent = await ${client}.post(route('${path}.store'), ${sent})`,
  `    const sent = await ${client}.post(\n      route('${path}.store'),\n      ${sent},\n    )`,
)}
    const changed = await ${client}.put(address, ${sent})

    for (const response of [sent, changed]) {
${fit(`      response${refused.join('')}`, `      response${refused.map((call) => `\n        ${call}`).join('')}`)}
    }
    const kept = await ${model}.query().all()
    assert.deepEqual(
      kept.map((each) => each.${field.name}),
      [${singular}.${field.name}],
    )
  })
`
}

/** Asserts that there is one record. */
export function countText(model: string, stored: string): string {
  const count = `await ${model}${stored}.count()`
  const line = `    assert.equal(${count}, 1)`
  const [start = '', ...calls] = count.split(/(?=\.(?:where|count)\()/)
  const chain = [start, ...calls.map((call) => `        ${call}`)].join('\n')
  return fit(
    line,
    `    assert.equal(\n${fit(`      ${count},`, `      ${chain},`)}\n      1,\n    )`,
  )
}

/** Gives each value a line where a test creates a record in a line that is too long. */
export function fitCreated(text: string): string {
  return text.replaceAll(/^.*await \w+\.(?:create|make)\(\{ .*$/gm, fitObject)
}
