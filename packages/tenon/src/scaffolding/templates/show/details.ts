import { findTitle, hasTitle, type Field, type Subject } from '../field.ts'
import { fit, fits } from '../fit.ts'
import { toCamel, toPascal, toWords, withArticle } from '../names.ts'
import { toCell, type Cell } from '../page-files.ts'
import { toLabelWord, toNumberWord, type SpokenSubject } from '../words/resource-words.ts'
import { narrowCall, narrowText, type Whose } from '../whose/whose.ts'
import type { Said } from '../words/words.ts'

/** A value on the page of a record, with its name for people. */
export interface Detail {
  readonly label: Said
  readonly cell: Cell
}

/** What the page of a record shows: its columns, after its key if it has no title. */
export function toDetails(subject: SpokenSubject): readonly Detail[] {
  const { names, fields, readOnly = [], words } = subject
  const key = { name: names.key, kind: 'id' }
  const value = `${names.singular}.${names.key}`
  const keys = findTitle(fields) ? [] : [{ label: toLabelWord(key, words), cell: { value } }]
  return [
    ...keys,
    ...[...fields, ...readOnly].map((field) => ({
      label: toLabelWord(field, words),
      cell: toDetailCell(field, subject),
    })),
  ]
}

function toDetailCell(field: Field, { names, words }: SpokenSubject): Cell {
  if (hasTitle(field)) return { value: toTitleName(field) }
  const value = `${names.singular}.${field.name}`
  const { owner, choice } = field
  if (owner === undefined || choice === undefined) return toCell(field, value, words)
  const { code } = toNumberWord(owner.names, words, value)
  return { value: field.isNullable ? `${value} === null ? '' : ${code}` : code }
}

/** The props with the titles of the records that a record refers to, each with its type. */
export function toTitleProps(subject: Subject): readonly TitleProp[] {
  return toTitled(subject).map((field) => ({ name: toTitleName(field), type: 'string | null' }))
}

/** The columns whose records the page calls by their titles. */
function toTitled({ fields, readOnly = [] }: Subject): readonly Field[] {
  return [...fields, ...readOnly].filter(hasTitle)
}

interface TitleProp {
  readonly name: string
  readonly type: string
}

/** The handler's prop with these titles. */
export function titlesProp(subject: Subject): readonly string[] {
  if (toTitled(subject).length === 0) return []
  const given = [titledFor(subject) ?? [], subject.names.singular].flat()
  return [`...(await findTitles(${given.join(', ')}))`]
}

/** The function of a controller that reads these titles. */
export function titlesText(subject: Subject): string {
  const { names } = subject
  const related = toTitled(subject)
  if (related.length === 0) return ''
  const { singular, model, label } = names
  const binding = titledFor(subject)
  const given = [
    binding ? `${binding}: ${toPascal([binding])}` : [],
    `${singular}: ${model}`,
  ].flat()
  const limit = binding === 'user' ? ', if the user has them' : ''
  return `/** The titles of the records that ${withArticle(label)} refers to${limit}. */
const findTitles = async (${given.join(', ')}) => ({
${related.map((field) => titleText(field, singular)).join('')}})

`
}

function titleText(field: Field, singular: string): string {
  const { owner, choice, isNullable, theirs } = field
  if (owner === undefined || choice === undefined) return ''
  const key = `${singular}.${field.name}`
  const name = toTitleName(field)
  const test = `${key} === null`
  if (theirs !== undefined && theirs.steps.length > 0) {
    const start = isNullable ? `${test}\n      ? null\n      : ((` : '('
    const lookUp = { model: owner.names.model, theirs, key }
    const indent = isNullable ? '          ' : '      '
    const end = `)?.${choice.title} ?? null${isNullable ? ')' : ''}`
    return `  ${name}:\n    ${start}\n${spreadLookUp(lookUp, indent)}\n${indent.slice(2)}${end},\n`
  }
  const query = `${owner.names.model}${narrowing(field)}`
  const value = `?.${choice.title}`
  const title = `(await ${query}.find(${key}))${value} ?? null`
  if (!isNullable) {
    const spread = spreadTitle({ start: '    ', query, key, value, end: ',' })
    return `${fit(`  ${name}: ${title},`, `  ${name}:\n${spread}`)}\n`
  }
  const last = spreadTitle({ start: '      : (', query, key, value, end: '),' })
  return `${fit(`  ${name}: ${test} ? null : (${title}),`, `  ${name}:\n${fit(`    ${test} ? null : (${title}),`, `    ${test}\n      ? null\n${last}`)}`)}\n`
}

interface TitleLine {
  readonly start: string
  readonly query: string
  readonly key: string
  readonly value: string
  readonly end: string
}

/** A title on a line of its own, or on several ones where formatters break it. */
function spreadTitle({ start, query, key, value, end }: TitleLine): string {
  const indent = ' '.repeat(start.endsWith('(') ? start.length - 1 : start.length)
  const found = `${start}(await ${query}.find(${key}))`
  const line = `${found}${value} ?? null${end}`
  if (fits(line)) return line
  if (fits(`${found}${value} ??`)) return `${found}${value} ??\n${indent}null${end}`
  if (fits(found)) return `${found}\n${indent}  ${value} ?? null${end}`
  const inner = `${indent}  `
  return `${start}(\n${inner}await ${query}.find(\n${inner}  ${key},\n${inner})\n${indent})${value} ?? null${end}`
}

/** Narrows the records to those of the team, or of the user: their titles are no business of others. */
function narrowing({ choice, theirs }: Field): string {
  if (choice?.binding === 'team') return '.of(team)'
  return theirs === undefined ? '' : narrowCall(theirs, 'user')
}

interface LookUp {
  readonly model: string
  readonly theirs: Whose
  readonly key: string
}

/** A query over several lines, because formatters break a chain that contains a function. */
function spreadLookUp({ model, theirs, key }: LookUp, indent: string): string {
  const inner = `${indent}  `
  const narrowed = narrowText(theirs, 'user', { start: inner, end: '', indent: inner })
  return `${indent}await ${model}.query()\n${narrowed}\n${inner}.find(${key})`
}

/** Whether the titles are only those of records of a team or of the user; `undefined` if of all. */
export function titledFor({ fields }: Subject): 'team' | 'user' | undefined {
  return fields.find((field) => hasTitle(field) && field.choice?.binding)?.choice?.binding
}

/** `projectTitle` */
function toTitleName({ name, owner }: Field): string {
  return toCamel([...toWords(owner?.relation ?? name), 'title'])
}

/** The route of a record's page as code; `outer` are the parameters besides the record. */
export function toShowRoute({ names }: Subject, outer = ''): string {
  return `route('${names.path}.show', { ${outer}${names.singular}: ${names.singular}.${names.key} })`
}

/** Redirects to the page of the list on which the record was. The cursor is all that a client chooses of its URL. */
export function toListLine(path: string, team = ''): string {
  return `return redirect(route('${path}.index', {${team}}, { cursor: request.query.get('cursor') }))`
}

/** Redirects to the page of a record. */
export function redirectLines(subject: Subject, outer = ''): readonly string[] {
  const address = toShowRoute(subject, outer)
  const line = `return redirect(${address})`
  return fit(`    ${line}`, '') === ''
    ? [`const address = ${address}`, 'return redirect(address)']
    : [line]
}
