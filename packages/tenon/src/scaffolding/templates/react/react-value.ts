import type { Field } from '../field.ts'
import { fit, openTag } from '../fit.ts'
import { toFileRoute, type Cell, type ResourceLayout } from '../page-files.ts'
import { toOpenWord, toPageWords, type SpokenSubject } from '../words/resource-words.ts'
import { attribute, child } from '../words/words.ts'
import { toParameters } from './react-layout.ts'

/** The element that contains a value, and its indent. */
interface Place {
  readonly tag: 'td' | 'dd'
  readonly indent: string
}

/** A value of a record: a text, JSON, or a link to a file. */
export function valueText(
  { value, file, isJson = false }: Cell,
  { tag, indent }: Place,
  { subject, layout }: { readonly subject: SpokenSubject; readonly layout: ResourceLayout },
): string {
  const inner = `${indent}  `
  if (file !== undefined)
    return `${indent}<${tag}>\n${fileText(file, inner, { subject, layout })}${indent}</${tag}>\n`
  if (isJson) return `${indent}<${tag}>\n${elementText('pre', value, inner)}${indent}</${tag}>\n`
  return elementText(tag, value, indent)
}

function elementText(tag: string, value: string, indent: string): string {
  const line = `${indent}  {${value}}`
  const spread = line.replace(/ \? '' : /, `\n${indent}    ? ''\n${indent}    : `)
  return `${fit(`${indent}<${tag}>{${value}}</${tag}>`, `${indent}<${tag}>\n${fit(line, spread)}\n${indent}</${tag}>`)}\n`
}

/** A link to a file; nothing if the record has none. */
function fileText(
  file: Field,
  indent: string,
  { subject, layout }: { readonly subject: SpokenSubject; readonly layout: ResourceLayout },
): string {
  const { names } = subject
  const { singular } = names
  const said = toOpenWord(file, subject)
  const address = `route('${toFileRoute(file, names)}'${toParameters(layout, names)})`
  const attributes = [`href={${address}}`, attribute('aria-label', said)]
  const inner = file.isNullable ? `${indent}  ` : indent
  const link = `${openTag(`${inner}<a`, attributes)}\n${inner}  ${child(toPageWords(subject).open)}\n${inner}</a>\n`
  return file.isNullable
    ? `${indent}{${singular}.${file.name} !== null && (\n${link}${indent})}\n`
    : link
}
