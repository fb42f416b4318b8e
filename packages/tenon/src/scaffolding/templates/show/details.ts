import type { Field, Subject } from '../field.ts'
import { fit } from '../fit.ts'
import { toCamel, toWords, withArticle } from '../names.ts'
import { findTitle, toCell, type Cell } from '../page-files.ts'
import { toLabelWord, type SpokenSubject } from '../words/resource-words.ts'
import type { Said } from '../words/words.ts'

/** A value on the page of a record, with its name for people. */
export interface Detail {
  readonly label: Said
  readonly cell: Cell
}

/** What the page of a record shows: its columns, after its key if it has no title. */
export function toDetails(subject: SpokenSubject): readonly Detail[] {
  const { names, fields, words } = subject
  const key = { name: names.key, kind: 'id' }
  const value = `${names.singular}.${names.key}`
  const keys = findTitle(fields) ? [] : [{ label: toLabelWord(key, words), cell: { value } }]
  return [
    ...keys,
    ...fields.map((field) => ({
      label: toLabelWord(field, words),
      cell: toDetailCell(field, subject),
    })),
  ]
}

function toDetailCell(field: Field, { names, words }: SpokenSubject): Cell {
  return hasTitle(field)
    ? { value: toTitleName(field) }
    : toCell(field, `${names.singular}.${field.name}`, words)
}

/** The props with the titles of the records that a record refers to, each with its type. */
export function toTitleProps({ fields }: Subject): readonly TitleProp[] {
  return fields
    .filter(hasTitle)
    .map((field) => ({ name: toTitleName(field), type: 'string | null' }))
}

interface TitleProp {
  readonly name: string
  readonly type: string
}

/** The handler's prop with these titles. */
export function titlesProp(subject: Subject): readonly string[] {
  if (!subject.fields.some(hasTitle)) return []
  const given = [...(isOfTeam(subject) ? ['team'] : []), subject.names.singular]
  return [`...(await findTitles(${given.join(', ')}))`]
}

/** The function of a controller that reads these titles. */
export function titlesText(subject: Subject): string {
  const { names, fields } = subject
  const related = fields.filter(hasTitle)
  if (related.length === 0) return ''
  const { singular, model, label } = names
  const given = [...(isOfTeam(subject) ? ['team: Team'] : []), `${singular}: ${model}`]
  return `/** The titles of the records that ${withArticle(label)} refers to. */
const findTitles = async (${given.join(', ')}) => ({
${related.map((field) => titleText(field, singular)).join('')}})

`
}

function titleText(field: Field, singular: string): string {
  const { owner, choice, isNullable } = field
  if (owner === undefined || choice === undefined) return ''
  const key = `${singular}.${field.name}`
  const query = `${owner.names.model}${choice.binding === 'team' ? '.of(team)' : ''}`
  const title = `(await ${query}.find(${key}))?.${choice.title} ?? null`
  const name = toTitleName(field)
  if (!isNullable) return `${fit(`  ${name}: ${title},`, `  ${name}:\n    ${title},`)}\n`
  const test = `${key} === null`
  return `${fit(`  ${name}: ${test} ? null : (${title}),`, `  ${name}:\n${fit(`    ${test} ? null : (${title}),`, `    ${test}\n      ? null\n      : (${title}),`)}`)}\n`
}

/** Whether the page shows the title of the record that this column refers to. Otherwise it shows its key. */
function hasTitle({ owner, choice }: Field): boolean {
  return owner !== undefined && choice !== undefined && choice.title !== owner.key
}

function isOfTeam({ fields }: Subject): boolean {
  return fields.some((field) => hasTitle(field) && field.choice?.binding === 'team')
}

/** `projectTitle` */
function toTitleName({ name, owner }: Field): string {
  return toCamel([...toWords(owner?.relation ?? name), 'title'])
}

/** The route of a record's page as code; `outer` are the parameters besides the record. */
export function toShowRoute({ names }: Subject, outer = ''): string {
  return `route('${names.path}.show', { ${outer}${names.singular}: ${names.singular}.${names.key} })`
}

/** Redirects to the page of a record. */
export function redirectLines(subject: Subject, outer = ''): readonly string[] {
  const address = toShowRoute(subject, outer)
  const line = `return redirect(${address})`
  return fit(`    ${line}`, '') === ''
    ? [`const address = ${address}`, 'return redirect(address)']
    : [line]
}
