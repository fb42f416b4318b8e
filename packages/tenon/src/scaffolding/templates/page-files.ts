import { unreachable } from '../../base/support/unreachable.ts'
import { textLiteral } from '../../data/columns/text-literal.ts'
import type { FieldControl } from '../../data/columns/types/made-column.ts'
import {
  findTitle,
  hasTitle,
  isLarge,
  isLong,
  madeOf,
  presetOf,
  type Field,
  type Subject,
} from './field.ts'
import { toFileHandler } from './file-templates.ts'
import { fit } from './fit.ts'
import type { MailLayout } from './mail-templates.ts'
import { toCamel, toWords, type Names } from './names.ts'
import {
  toLabelWord,
  toMessageName,
  toNameWord,
  toNumberWord,
  toOneWord,
  toValueCode,
  type SpokenSubject,
} from './words/resource-words.ts'
import { sayShared, type Said, type Words } from './words/words.ts'

/** A page or a component: its path below `resources`, and its source. */
export interface PageText {
  readonly path: string
  readonly text: string
}

export type Library = 'react' | 'vue' | 'svelte'

/** Writes the pages of one UI library. */
export interface PageTemplates {
  readonly library: Library
  /** The list, the page of a record, the form, and the two pages that contain the form. */
  readonly resource: (subject: SpokenSubject, layout: ResourceLayout) => readonly PageText[]
  /** A page that shows its name. */
  readonly single: (name: string, layout: Layout, words: Words) => PageText
  /** A mail that greets. */
  readonly mail: (name: string, words: Words, layout: MailLayout) => PageText
}

/** The texts of the pages of one UI library, and how its files end. */
interface PageTexts {
  readonly extension: string
  readonly index: (subject: SpokenSubject, layout: ResourceLayout) => string
  readonly show: (subject: SpokenSubject, layout: ResourceLayout) => string
  readonly formPage: (subject: SpokenSubject, layout: ResourceLayout, page: FormPage) => string
  readonly form: (subject: SpokenSubject, layout: ResourceLayout) => string
  readonly single: (name: string, layout: Layout, words: Words) => string
  readonly mail: (name: string, words: Words, layout: MailLayout) => string
}

/** The pages that contain the form. */
export type FormPage = 'Create' | 'Edit'

/** Gives the texts of a library their paths. */
export function toPageTemplates(library: Library, texts: PageTexts): PageTemplates {
  const toFile = (name: string, text: string): PageText => ({
    path: `${name}.${texts.extension}`,
    text,
  })
  return {
    library,
    resource(subject, layout) {
      const { pages, model } = subject.names
      return [
        toFile(`pages/${pages}/Index`, texts.index(subject, layout)),
        toFile(`pages/${pages}/Show`, texts.show(subject, layout)),
        toFile(`pages/${pages}/Create`, texts.formPage(subject, layout, 'Create')),
        toFile(`pages/${pages}/Edit`, texts.formPage(subject, layout, 'Edit')),
        toFile(`components/${model}Form`, texts.form(subject, layout)),
      ]
    },
    single: (name, layout, words) => toFile(`pages/${name}`, texts.single(name, layout, words)),
    mail: (name, words, layout) => toFile(`mails/${name}`, texts.mail(name, words, layout)),
  }
}

/** The layout of the application: that of new applications, that of accounts, which shows the user, or none. */
export type Layout = 'layout' | 'signed-in' | 'none'

/** The layout of a resource's pages: that of the application, or that of the team its records belong to. */
export type ResourceLayout = Layout | 'team'

/** The form field for a column. */
export function toControl(field: Field): FieldControl {
  if (field.choice !== undefined) return { kind: 'choice' }
  return isLong(field) ? { kind: 'lines' } : (madeOf(field).control ?? { kind: 'text' })
}

/** The initial value of a form field: that of the record, if there is one. */
export function toInitial(field: Field, record: string): string {
  const value = `${record}?.${field.name}`
  const { kind } = toControl(field)
  if (kind === 'file') return 'null'
  const preset = presetOf(field)
  if (preset !== undefined && field.isNullable && kind !== 'json')
    return `${record} === null ? ${preset} : ${record}.${field.name}`
  if (kind !== 'json') return `${value} ?? ${preset ?? toEmpty(field)}`
  const text = `JSON.stringify(${value}, null, 2)`
  if (!field.isNullable)
    return `${record} === null ? ${preset ?? `'{}'`} : ${text.replace('?.', '.')}`
  if (preset === undefined) return `(${value} ?? null) === null ? null : ${text}`
  return `${record} === null ? ${preset} : ${record}.${field.name} === null ? null : ${text.replace('?.', '.')}`
}

/** The value of a form field without a record. */
function toEmpty(field: Field): string {
  if (field.isNullable) return 'null'
  const { kind } = toControl(field)
  switch (kind) {
    case 'text':
    case 'lines':
    case 'datetime':
    case 'json':
      return `''`
    case 'choice':
      return toFirst(field)
    case 'number':
      return '0'
    case 'checkbox':
      return 'false'
    case 'file':
      return 'null'
    default:
      return unreachable(kind)
  }
}

/**
 * The first option. If there are no records to choose from, it is `null`, or an empty text if keys are sent as texts: the
 * server answers what to choose.
 */
function toFirst(field: Field): string {
  const { values = [], owner, choice } = field
  if (owner === undefined || choice === undefined) return textLiteral(values[0] ?? '')
  const none = madeOf(field).control?.kind === 'number' ? 'null' : `''`
  return `${toOptionsName(field)}[0]?.${owner.key} ?? ${none}`
}

/** The column that the list shows for a record: its first text, or its key. */
export function toTitle({ names, fields }: Subject): string {
  return findTitle(fields)?.name ?? names.key
}

/** The name of the record that a list asks about, which is in the variable `doomed`, as code. */
export function toDoomedName(subject: SpokenSubject): string {
  const title = findTitle(subject.fields)
  return title === undefined
    ? `doomed && ${toNameWord(subject, 'doomed').code}`
    : `doomed?.${title.name}`
}

/** A value of a record on a page: its expression. */
export interface Cell {
  readonly value: string
  /** The column, if it holds a file: the page shows a link to it. */
  readonly file?: Field
  /** Whether it is JSON, as text of several lines. */
  readonly isJson?: boolean
}

/** What the list shows besides the title. */
export function toCells({ names, fields, words }: SpokenSubject): readonly Cell[] {
  return toShown(fields).map((field) => {
    const related = toRelated(field)
    if (related === undefined) return toCell(field, `${names.singular}.${field.name}`, words)
    const { name, title, isNullable } = related
    return { value: `${names.singular}.${name}${isNullable ? '?' : ''}.${title}` }
  })
}

/** At most three: the record to which each belongs, and columns with short values. */
function toShown(fields: readonly Field[]): readonly Field[] {
  const title = findTitle(fields)
  const related = findRelatedField(fields)
  const isShown = (field: Field): boolean =>
    field !== title && field.owner === undefined && !isLarge(field)
  return [...(related ? [related] : []), ...fields.filter(isShown)].slice(0, 3)
}

/** The first column that refers to a record which all who see the list may see. The list shows its title. */
function findRelatedField(fields: readonly Field[]): Field | undefined {
  return fields.find((field) => hasTitle(field) && field.choice?.isListed === true)
}

/** A relation whose title the list shows. */
export interface Related {
  /** The name of the relation: `author`. */
  readonly name: string
  readonly model: string
  /** The column with the title of its record. */
  readonly title: string
  readonly isNullable: boolean
}

/** The relation whose title the list shows; `undefined` if there is none. */
export function findRelated({ fields }: Subject): Related | undefined {
  const field = findRelatedField(fields)
  return field && toRelated(field)
}

function toRelated({ owner, choice, isNullable }: Field): Related | undefined {
  if (owner === undefined || choice === undefined) return undefined
  return { name: owner.relation, model: owner.names.model, title: choice.title, isNullable }
}

/**
 * The columns that the list shows and reads, if it also shows the title of another record, or if the model has columns
 * with JSON or long texts, which may be large; `undefined` if the list reads whole records.
 */
export function toListColumns(subject: Subject): readonly string[] | undefined {
  const { names, fields } = subject
  const isWhole = !fields.some(isLarge)
  if (isWhole && findRelatedField(fields) === undefined) return undefined
  const shown = toShown(fields).filter(({ owner }) => owner === undefined)
  return [...new Set([names.key, toTitle(subject), ...shown.map(({ name }) => name)])]
}

/** The same for a list without pages: all columns but those with JSON. Programs read these with a single record. */
export function toJsonListColumns({ names, fields }: Subject): readonly string[] | undefined {
  if (!fields.some(({ kind }) => kind === 'json')) return undefined
  return [names.key, ...fields.filter(({ kind }) => kind !== 'json').map(({ name }) => name)]
}

/** The name of the view of a record that the list shows. */
export function toRowName({ names }: Subject): string {
  return `${names.model}Row`
}

/** The type of a record in the list, and its declaration if it is not the type of a whole record. */
export function toListed(subject: Subject): { readonly type: string; readonly text: string } {
  const wire = `Wire<${subject.names.model}>`
  const columns = toListColumns(subject)
  if (columns === undefined) return { type: wire, text: '' }
  const type = toRowName(subject)
  const union = columns.map(textLiteral)
  const spread = fit(`  ${union.join(' | ')}`, union.map((each) => `  | ${each}`).join('\n'))
  const [line, broken] = [`Pick<${wire}, ${union.join(' | ')}>`, `Pick<\n  ${wire},\n${spread}\n>`]
  const related = findRelated(subject)
  if (related === undefined) {
    const start = `type ${type} = `
    return { type, text: `\n${fit(start + line, start + broken)}\n` }
  }
  const start = `interface ${type} extends `
  const other = `{ readonly ${related.title}: string }${related.isNullable ? ' | null' : ''}`
  const head = fit(`${start}${line} {`, `${start}${broken} {`)
  return { type, text: `\n${head}\n  readonly ${related.name}: ${other}\n}\n` }
}

/** The value of a column as users read it. */
export function toCell(field: Field, value: string, words: Words): Cell {
  const { kind } = toControl(field)
  if (kind === 'checkbox') {
    const [yes, no] = [sayShared('yes', words), sayShared('no', words)]
    return { value: `${value} ? ${yes.code} : ${no.code}` }
  }
  if (kind === 'datetime') {
    return { value: `${value}${field.isNullable ? '?' : ''}.slice(0, 16).replace('T', ' ')` }
  }
  if (kind === 'file') return { value, file: field }
  if (kind === 'json') {
    const text = `JSON.stringify(${value}, null, 2)`
    return { value: field.isNullable ? `${value} === null ? '' : ${text}` : text, isJson: true }
  }
  return { value: toValueCode(field, value, words) }
}

/** The name of the route that answers with a file. */
export function toFileRoute(field: Field, { path }: Names): string {
  return `${path}.${toFileHandler(field)}`
}

/** The headings of the list as code: that of the title, and those of the cells. */
export function toHeadings(subject: SpokenSubject): string {
  return `[${headingsOf(subject).join(', ')}]`
}

export function headingsOf({ names, fields, words }: SpokenSubject): readonly string[] {
  const title = findTitle(fields)
  const first = title === undefined ? toOneWord(names, words) : toLabelWord(title, words)
  return [first, ...toShown(fields).map((field) => toLabelWord(field, words))].map(
    ({ code }) => code,
  )
}

/** The prop with the records that a form offers: `projectOptions`. */
export function toOptionsName({ name, owner }: Field): string {
  return toCamel([...toWords(owner?.relation ?? name), 'options'])
}

/** The props with the records that a form offers, each with its type. */
export function toOptionProps(fields: readonly Field[]): readonly OptionProp[] {
  return fields.flatMap((field) => {
    const { kind, owner, choice } = field
    if (owner === undefined || choice === undefined) return []
    const title = choice.title === owner.key ? '' : `; ${choice.title}: string`
    const key = kind === 'integer' ? 'number' : 'string'
    return [{ name: toOptionsName(field), type: `readonly { ${owner.key}: ${key}${title} }[]` }]
  })
}

interface OptionProp {
  readonly name: string
  readonly type: string
}

/** The code of a function that returns the text of an option; `undefined` if the options are not records. */
export function toRecordText(field: Field, words: Words): string | undefined {
  const { owner, choice } = field
  if (owner === undefined || choice === undefined) return undefined
  if (choice.title === owner.key) {
    const { code } = toNumberWord(owner.names, words, 'option')
    // Without records to choose from, a number is null.
    const mayBeNull = field.isNullable || madeOf(field).control?.kind === 'number'
    return `(option) => ${mayBeNull ? `(option === null ? '' : ${code})` : code}`
  }
  const find = `${toOptionsName(field)}.find(({ ${owner.key} }) => ${owner.key} === option)`
  return `(option) => ${find}?.${choice.title} ?? ''`
}

/** The options of a form field, as code; `null` is the empty option. */
export function toOptions(field: Field): readonly string[] {
  const { isNullable, values = [], owner, choice } = field
  if (owner !== undefined && choice !== undefined) {
    const { key } = owner
    const others = `.flatMap(({ ${key} }) => (${key} === ${choice.self}?.${key} ? [] : [${key}]))`
    const keys = choice.self === undefined ? `.map(({ ${key} }) => ${key})` : others
    return [...(isNullable ? ['null'] : []), `...${toOptionsName(field)}${keys}`]
  }
  return [...(isNullable ? ['null'] : []), ...values.map(textLiteral)]
}

/** What a form says if there is no record that a column could refer to, although it must. */
export interface NoOption {
  /** The expression that is true then. */
  readonly test: string
  /** The `id` of the hint, which describes the field. */
  readonly id: string
  readonly text: Said
  /** The expression with the address of the page that creates such a record. */
  readonly address: string | undefined
}

/** The hint of a column that must refer to a record; `undefined` for other columns. */
export function toNoOption(field: Field, words: Words): NoOption | undefined {
  const { name, owner, choice } = field
  if (owner === undefined || choice === undefined || field.isNullable) return undefined
  const { create, binding } = choice
  const team = binding === 'team' ? ', { team: team.id }' : ''
  const invitation = create === undefined ? '' : ' Create one.'
  return {
    test: `${toOptionsName(field)}.length === 0`,
    id: `${name}-none`,
    text: words.say(
      toMessageName(field, 'None'),
      `There are no ${owner.names.labels} yet.${invitation}`,
    ),
    address: create && `route('${create}'${team})`,
  }
}

/** The attribute of a field that a hint describes, besides its error. */
export function describedBy({ name }: Field, hint: NoOption | undefined): readonly string[] {
  return hint === undefined ? [] : [`aria-describedby="${name}-error ${hint.id}"`]
}

/** The list of these options, as code. */
export function toOptionList(field: Field): string {
  const [first = '', ...others] = toOptions(field)
  const isList = others.length === 0 && first.startsWith('...')
  return isList ? first.slice('...'.length) : `[${[first, ...others].join(', ')}]`
}

/** Sends a form. If it was not accepted, its first wrong field gets the focus, wherever its button is. */
export function submitText(form: string, indent: string): string {
  return `const fields = [...${form}.elements]
form.submit({
  onError: (errors) => {
    const wrong = fields.find((field) => (field.getAttribute('name') ?? '') in errors)
    if (wrong instanceof HTMLElement) wrong.focus()
  },
})
`.replaceAll(/^(?=.)/gm, indent)
}

/** The components of `components/parts` that a list uses. */
export const listParts = ['Dialog', 'EmptyState', 'Table', 'Pagination']

/** The name of a component of `components/parts` in a file that imports the model as well. */
export function toPart(part: string, { model }: Names): string {
  return part === model ? `${part}Part` : part
}

/** The path from a page back to `resources`: one `../` per folder in its name. */
export function toResources(page: string): string {
  return '../'.repeat(page.split('/').length)
}

/** Breaks markup that would be too long for one line. */
export function breakAfterOr(text: string): string {
  return text.replace(', or ', ', or\n        ')
}
