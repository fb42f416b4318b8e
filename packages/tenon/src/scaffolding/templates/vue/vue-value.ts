import type { Field } from '../field.ts'
import { fit } from '../fit.ts'
import { toFileRoute, type Cell } from '../page-files.ts'
import { toOpenWord, toPageWords, type SpokenSubject } from '../words/resource-words.ts'
import { vueAttribute, vueChild } from '../words/words.ts'

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
  if (isJson) return `${indent}<${tag}>\n${elementText('pre', value, inner)}${indent}</${tag}>\n`
  return elementText(tag, value, indent)
}

function elementText(tag: string, value: string, indent: string): string {
  const line = `${indent}  {{ ${value} }}`
  const spread = value.replace(/ \? '' : /, `\n${indent}      ? ''\n${indent}      : `)
  const broken = `${indent}  {{\n${indent}    ${spread}\n${indent}  }}`
  return `${fit(`${indent}<${tag}>{{ ${value} }}</${tag}>`, `${indent}<${tag}>\n${fit(line, broken)}\n${indent}</${tag}>`)}\n`
}

/** A link to a file; nothing if the record has none. */
function fileText(file: Field, indent: string, subject: SpokenSubject): string {
  const { names } = subject
  const { singular, key } = names
  const said = toOpenWord(file, subject)
  const test = file.isNullable ? `${indent}  v-if="${singular}.${file.name} !== null"\n` : ''
  return `${indent}<a
${test}${indent}  :href="route('${toFileRoute(file, names)}', { ${singular}: ${singular}.${key} })"
${indent}  ${vueAttribute('aria-label', said)}
${indent}>
${indent}  ${vueChild(toPageWords(subject).open)}
${indent}</a>
`
}
