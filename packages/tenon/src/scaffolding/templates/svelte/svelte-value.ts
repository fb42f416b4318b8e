import type { Field } from '../field.ts'
import { toFileRoute, type Cell } from '../page-files.ts'
import { toOpenWord, toPageWords, type SpokenSubject } from '../words/resource-words.ts'
import { attribute, child } from '../words/words.ts'

/** The element that contains a value, and its indent. */
interface Place {
  readonly tag: 'td' | 'dd'
  readonly indent: string
}

/** A value of a record: a text, JSON, or a link to a file. */
export function valueText(
  { value, file, isJson = false }: Cell,
  { tag, indent }: Place,
  subject: SpokenSubject,
): string {
  const inner = `${indent}  `
  if (file !== undefined)
    return `${indent}<${tag}>\n${fileText(file, inner, subject)}${indent}</${tag}>\n`
  const text = isJson ? `<pre>{${value}}</pre>` : `{${value}}`
  return `${indent}<${tag}>${text}</${tag}>\n`
}

/** A link to a file; nothing if the record has none. */
function fileText(file: Field, indent: string, subject: SpokenSubject): string {
  const { names } = subject
  const { singular, key } = names
  const said = toOpenWord(file, subject)
  const [open, end] = file.isNullable
    ? [`${indent}{#if ${singular}.${file.name} !== null}\n`, `${indent}{/if}\n`]
    : ['', '']
  return `${open}${indent}<a
${indent}  href={route('${toFileRoute(file, names)}', { ${singular}: ${singular}.${key} })}
${indent}  ${attribute('aria-label', said)}
${indent}>
${indent}  ${child(toPageWords(subject).open)}
${indent}</a>
${end}`
}
