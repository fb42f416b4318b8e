import { capitalize } from '../../../base/support/values/capitalize.ts'
import { splitCapitals } from '../../../base/support/values/split-capitals.ts'
import {
  findTitle,
  labelledName,
  madeOf,
  type Field,
  type LabelledColumn,
  type Subject,
} from '../field.ts'
import { toNoun } from '../file-templates.ts'
import { toCamel, toLabel, type Names } from '../names.ts'
import { sayShared, type Said, type Words } from './words.ts'

/** A model, and the words in the pages of its records. */
export interface SpokenSubject extends Subject {
  readonly words: Words
}

/** The words in the pages of records, apart from those of the columns. */
export interface PageWords {
  readonly title: Said
  readonly one: Said
  readonly newOne: Said
  readonly editOne: Said
  readonly none: Said
  readonly create: Said
  readonly save: Said
  readonly cancel: Said
  readonly remove: Said
  readonly removeThis: Said
  readonly keep: Said
  readonly open: Said
  readonly openFile: Said
  readonly orReplaceFile: Said
  /** Names the record that is deleted; `record` is code. */
  readonly removeNamed: (record: string) => Said
}

export function toPageWords(subject: SpokenSubject): PageWords {
  const { names, words } = subject
  const { say } = words
  const { model, pages, label, labels } = names
  return {
    title: toTitleWord(names, words),
    one: toOneWord(names, words),
    newOne: say(`new${model}`, `New ${label}`),
    editOne: say(`edit${model}`, `Edit ${label}`),
    none: say(`no${pages}`, `There are no ${labels} yet.`),
    create: sayShared('create', words),
    save: sayShared('save', words),
    cancel: sayShared('cancel', words),
    remove: sayShared('deleteIt', words),
    removeThis: say(`delete${model}`, `Delete this ${label}?`),
    keep: sayShared('keepIt', words),
    open: sayShared('openIt', words),
    openFile: sayShared('openFile', words),
    orReplaceFile: sayShared('orReplaceFile', words),
    removeNamed: (record) => toRemoveWord(subject, record),
  }
}

/** One record, in the heading of its page. */
export function toOneWord({ model, label }: Names, { say }: Words): Said {
  return say(`one${model}`, capitalize(label))
}

/** The name of a record: its title, or "Booking 4". `record` is code. */
export function toNameWord({ names, fields, words }: SpokenSubject, record: string): Said {
  const title = findTitle(fields)
  if (title === undefined) return toNumberWord(names, words, `${record}.${names.key}`)
  const code = `${record}.${title.name}`
  return { text: undefined, between: (insert) => insert(code), code, option: code }
}

/** The name of a record without a title; `key` is code. */
export function toNumberWord({ singular, label }: Names, { say }: Words, key: string): Said {
  return say(`${singular}Number`, `${capitalize(label)} {id}`, { id: key })
}

function toRemoveWord({ names, fields, words }: SpokenSubject, record: string): Said {
  const title = findTitle(fields)
  if (title !== undefined) {
    return sayShared('deleteNamed', words, { name: `${record}.${title.name}` })
  }
  const text = `Delete ${names.label} {id}`
  return words.say(`delete${names.model}Number`, text, { id: `${record}.${names.key}` })
}

/** What pages say after a record was created, changed or deleted. */
export interface Notices {
  readonly created: Said
  readonly saved: Said
  readonly deleted: Said
}

export function toNotices({ names, words: { say } }: SpokenSubject): Notices {
  const { singular, label } = names
  return {
    created: say(`${singular}Created`, `${capitalize(label)} created.`),
    saved: say(`${singular}Saved`, `${capitalize(label)} saved.`),
    deleted: say(`${singular}Deleted`, `${capitalize(label)} deleted.`),
  }
}

/** The words of the links to other pages as an object; `undefined` if the component uses its own words. */
export function toPaginationWords(words: Words): string | undefined {
  if (!words.areMessages) return undefined
  const texts = {
    label: sayShared('pageLinks', words),
    previous: sayShared('previousPage', words),
    next: sayShared('nextPage', words),
  }
  const entries = Object.entries(texts).map(([key, { code }]) => `${key}: ${code}`)
  return `{ ${entries.join(', ')} }`
}

/** The heading of all records, which also names them in the navigation of a team. */
export function toTitleWord({ plural, labels }: Names, { say }: Pick<Words, 'say'>): Said {
  return say(`${plural}Title`, capitalize(labels))
}

/** The name of a column for people. */
export function toLabelWord(field: LabelledColumn & Pick<Field, 'kind'>, { say }: Words): Said {
  const zone = madeOf(field).control?.kind === 'datetime' ? ' (UTC)' : ''
  return say(toMessageName(field, 'Label'), `${toLabel(labelledName(field))}${zone}`)
}

/** The link to a file of a record. */
export function toOpenWord(field: Field, { names, fields, words: { say } }: SpokenSubject): Said {
  const title = findTitle(fields)
  const text = `Open the ${toNoun(field)} of`
  if (title !== undefined) {
    const name = `${names.singular}.${title.name}`
    return say(toMessageName(field, 'OfNamed'), `${text} {name}`, { name })
  }
  const id = `${names.singular}.${names.key}`
  return say(toMessageName(field, 'OfNumber'), `${text} ${names.label} {id}`, { id })
}

/**
 * The text for the value of an enum; `value` is code. A value without a text is shown itself: a newer version of the
 * application may have stored it.
 */
export function toValueCode(field: Field, value: string, words: Words): string {
  const texts = toValueNames(field, words)
  if (texts === undefined) return value
  const text = `${texts}[${value}]?.() ?? ${value}`
  return field.isNullable ? `${value} === null ? '' : (${text})` : text
}

/** The function that returns the text of each option; `undefined` if users read the option itself. */
export function toChoiceText(field: Field, words: Words): string | undefined {
  const texts = toValueNames(field, words)
  if (texts === undefined) return undefined
  const text = `${texts}[option]()`
  return `(option) => ${field.isNullable ? `(option === null ? '' : ${text})` : text}`
}

function toValueNames(field: Field, words: Words): string | undefined {
  const { values = [] } = field
  return values.length === 0 ? undefined : words.nameValues(toMessageName(field, 'Names'), values)
}

/** `published_at` and `Label` → `publishedAtLabel` */
export function toMessageName({ name }: Pick<Field, 'name'>, suffix: string): string {
  const words = splitCapitals(name).split(/[\s_]+/)
  return toCamel([...words.filter((word) => word !== '').map((word) => word.toLowerCase()), suffix])
}
