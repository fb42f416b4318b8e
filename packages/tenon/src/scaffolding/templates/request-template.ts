import type { SayProblem } from '../../data/columns/types/made-column.ts'
import { labelledName, madeOf, presetOf, withLabel, type Field } from './field.ts'
import { diskImports, filesOf, hasFiles, fileLimitsText } from './file-templates.ts'
import { fit, fitList, fitObject, fits } from './fit.ts'
import { toLabel, withArticle, type Names } from './names.ts'
import { narrowCall, narrowText } from './whose/whose.ts'
import { toMessageName, type SpokenSubject } from './words/resource-words.ts'
import type { Said, Words } from './words/words.ts'

/** What a request asks the database about a field: whether its record exists, or whether its value is taken. */
export type Question = 'exists' | 'unique'

/** `app/requests/post-request.ts`; forms send JSON as text. `asked` has the questions about each field. */
export function requestText(
  given: SpokenSubject,
  sender: Sender,
  asked: ReadonlyMap<string, readonly Question[]> = new Map(),
): string {
  const isFromProgram = sender === 'program'
  const fields = given.fields.map((field) => ({ ...field, isFromProgram }))
  const subject = { ...given, fields }
  const { words } = subject
  // Files are always sent in a form, even by a program.
  const isForm = sender === 'form' || hasFiles(fields)
  const hasJsonText = isForm && fields.some(({ kind }) => kind === 'json')
  const rules = fields.flatMap((field) => {
    const questions = asked.get(field.name) ?? []
    return questions.length === 0 ? [] : [toRule(field, subject, questions)]
  })
  return `import { ${toImports(fields, rules).join(', ')} } from 'tenon'
import { z } from 'zod'
${rules.some(({ asksUser }) => asksUser) ? `import { auth } from '../auth.ts'\n` : ''}${fileLimitsText(subject) === '' ? '' : diskImports(subject, 'app/requests')}${[...new Set(rules.flatMap(({ models }) => models.map(importOf)))].toSorted().join('')}
${hasFiles(fields) ? fileRequests(subject, rules) : oneRequest(subject, isForm, rules)}
${hasJsonText ? jsonText(words, sender) : ''}`
}

/** Who sends a request: the form of a page, or a program. */
export type Sender = 'form' | 'program'

/** The rules of a field. */
interface FieldRule {
  readonly questions: readonly Question[]
  readonly models: readonly Names[]
  /** Whether only the records of the user count who sends the request. */
  readonly asksUser: boolean
  readonly line: string
}

function toRule(
  field: Field,
  { names, words }: SpokenSubject,
  questions: readonly Question[],
): FieldRule {
  const toModel = (question: Question): Names =>
    question === 'exists' && field.owner !== undefined ? field.owner.names : names
  const models = questions.map(toModel)
  const calls = questions.map((question) => toRuleCall(question, field, toModel(question), words))
  const [call = '', further] = calls
  const start = `  ${field.name}: `
  const asksUser = questions.includes('exists') && field.theirs !== undefined
  const spread = calls.map((each) => `${toRuleLine(`    ${each},`, field)}\n`)
  const line =
    further === undefined
      ? toRuleLine(`${start}${call},`, field)
      : fit(`${start}[${calls.join(', ')}],`, `${start}[\n${spread.join('')}  ],`)
  return { questions, models, asksUser, line: `${line}\n` }
}

function toRuleCall(question: Question, field: Field, { model }: Names, words: Words): string {
  const { label } = withLabel(field)
  const say = toProblems(field, words)
  return question === 'exists'
    ? `exists(${model}, { ${theirsText(field)}message: ${say('NotFound', `${label} was not found`).option} })`
    : `unique(${model}, '${field.name}', { message: ${say('Taken', `${label} is taken`).option} })`
}

/** Only the user's own records count as existing. */
function theirsText({ theirs, owner }: Field): string {
  if (theirs === undefined || owner === undefined) return ''
  const { plural } = owner.names
  return `where: (${plural}, request) => ${plural}${narrowCall(theirs, readUser)}, `
}

/** The user who sends the request. */
const readUser = 'auth.user.read(request)'

/** The options on a line of their own if the call does not fit. */
function toRuleLine(line: string, field: Field): string {
  const indent = /^ */.exec(line)?.[0] ?? ''
  return fit(
    line,
    line
      .replace(/\{ (.*) \}\),$/, `{\n${indent}  $1,\n${indent}}),`)
      .replace(', message: ', `,\n${indent}  message: `)
      .split('\n')
      .map((each) => toWhereLine(each, field))
      .join('\n'),
  )
}

/** The line that narrows the records, over several ones if it does not fit. */
function toWhereLine(line: string, { theirs }: Field): string {
  const [, indent = '', start, query = ''] =
    /^( *)(where: \(\w+, request\) =>) (\w+)/.exec(line) ?? []
  if (start === undefined || theirs === undefined || fits(line)) return line
  const inner = `${indent}  `
  const place = { start: `${inner}${query}`, end: ',', indent: inner }
  return `${indent}${start}\n${narrowText(theirs, readUser, place)}`
}

function toImports(fields: readonly Field[], rules: readonly FieldRule[]): readonly string[] {
  const kinds = (['exists', 'unique'] as const).filter((kind) =>
    rules.some(({ questions }) => questions.includes(kind)),
  )
  return ['body', ...kinds, ...(hasFiles(fields) ? ['UploadedFile'] : [])]
}

function importOf({ model, file }: Names): string {
  return `import { ${model} } from '../models/${file}.ts'\n`
}

function oneRequest(
  { names, fields, words }: SpokenSubject,
  isForm: boolean,
  rules: readonly FieldRule[],
): string {
  const lines = fields.map((field) => toSchema(field, words, { isForm, indent: '    ' }))
  const shape = lines.length === 0 ? 'z.object({})' : `\n  z.object({\n${lines.join('')}  }),\n`
  const asked = rules.length === 0 ? '' : `.rules({\n${toLines(rules)}})`
  return `export const ${names.model}Request = body(${shape})${asked}`
}

/** A new record needs its files; a change keeps those that are not sent. */
function fileRequests(subject: SpokenSubject, rules: readonly FieldRule[]): string {
  const { names, fields, words } = subject
  const { model } = names
  const limit = fileLimitsText(subject)
  const options = limit === '' ? '' : ', { files: fileLimits }'
  const kept = filesOf(fields).map(({ name }) => `${name}: fields.shape.${name}.nullish()`)
  const start = 'const changes = fields.extend({'
  const lines = kept.map((each) => `  ${each},\n`).join('')
  const asked = rules.length === 0 ? '' : '.rules(rules)'
  return `const fields = z.object({
${fields.map((field) => toSchema(field, words, { isForm: true, indent: '  ' })).join('')}})
${rules.length === 0 ? '' : `\nconst rules = {\n${toLines(rules)}}\n`}${limit}
export const ${model}Request = body(fields${options})${asked}

/** A change: a file that is not sent stays as it is. */
${fit(`${start} ${kept.join(', ')} })`, `${start}\n${lines}})`)}

export const ${model}UpdateRequest = body(changes${options})${asked}`
}

function toLines(rules: readonly FieldRule[]): string {
  return rules.map(({ line }) => line).join('')
}

// The limit on the number of values in a body counts a JSON text as one value, so the text has a limit of its own. For
// programs it has an example, because the OpenAPI document only says that it is a text.
function jsonText({ areMessages }: Words, sender: Sender): string {
  const example = sender === 'program' ? `\n    .meta({ examples: ['{}'] })` : ''
  const [head, tooLong, problem] = areMessages
    ? ['(error: () => string, tooLong: () => string) {', '{ error: tooLong }', 'message: error()']
    : [
        '(label: string) {\n  const message = `${label} must be JSON`',
        '`${label} must have at most 10,000 characters`',
        'message',
      ]
  return `
/** The value of a text in JSON. It is limited, because many small values are slow to read and to list. */
function jsonText${head}
  return z
    .string(${areMessages ? '{ error }' : 'message'})
    .max(10_000, ${tooLong})${example}
    .transform((text, context) => {
      try {
        return z.json().parse(JSON.parse(text))
      } catch {
        context.addIssue({ code: 'custom', ${problem} })
        return z.NEVER
      }
    })
}
`
}

function jsonCall(field: Field, words: Words): string {
  const { label } = withLabel(field)
  if (!words.areMessages) return `jsonText('${label}')`
  const say = toProblems(field, words)
  const problems = [
    say('NoJson', `${label} must be JSON`),
    say('TooLong', `${label} must have at most 10,000 characters`),
  ]
  return `jsonText(${problems.map(({ option }) => option).join(', ')})`
}

/** Says what is wrong with a field. */
function toProblems(field: Field, { say }: Words): (name: string, text: string) => Said {
  return (name, text) => say(toMessageName(field, name), text)
}

/** The same as the argument of a check, which takes a text, or an object with a function. */
function toSay(field: Field, words: Words): SayProblem {
  const say = toProblems(field, words)
  return (name, text) => {
    const { option } = field.choice === undefined ? say(name, text) : sayMissing(field, words)
    return words.areMessages ? `{ error: ${option} }` : option
  }
}

/** One call of the chain per line if they do not fit on one. */
function toSchema(
  field: Field,
  words: Words,
  { isForm, indent }: { readonly isForm: boolean; readonly indent: string },
): string {
  const calls = toCalls(field, words, isForm)
  const line = `${indent}${field.name}: ${calls.join('')},`
  const listed = fitList(line)
  if (calls.length === 2 && listed !== line) return `${listed}\n`
  const lines = `${indent}${field.name}: ${calls.join(`\n${indent}  `)},`.split('\n')
  return `${fit(line, lines.map((each) => fitObject(fitList(fitPattern(fitPipe(each))))).join('\n'))}\n`
}

/** A schema in another one, on a line of its own if it does not fit. */
function fitPipe(line: string): string {
  const [, indent = '', inner = '', end = ''] = /^( *)\.pipe\((.*)\)(,?)$/.exec(line) ?? []
  if (fits(line) || inner === '') return line
  return `${indent}.pipe(\n${fitObject(`${indent}  ${inner},`)}\n${indent})${end}`
}

/** A call with a pattern and a text, each on a line of its own if they do not fit on one. */
function fitPattern(line: string): string {
  const [, indent = '', start = '', pattern = '', text = '', end = ''] =
    /^( *)(\.regex\()(\/.*\/), ('.*'|".*")(\),?)$/.exec(line) ?? []
  if (fits(line) || start === '') return line
  return `${indent}${start}\n${indent}  ${pattern},\n${indent}  ${text},\n${indent}${end}`
}

/** The message for a choice without a valid value, whatever was sent. */
function sayMissing(field: Field, words: Words): Said {
  const noun = toLabel(labelledName(field)).toLowerCase()
  return toProblems(field, words)('Missing', `Choose ${withArticle(noun)}`)
}

function fileCalls(field: Field, words: Words): readonly string[] {
  const error = sayMissing(field, words)
  return ['z', `.instanceof(UploadedFile, { error: ${error.option} })`]
}

/** The calls of a schema, in order. */
function toCalls(field: Field, words: Words, isForm: boolean): readonly string[] {
  const { schema } = madeOf(field)
  const calls =
    field.kind === 'file'
      ? fileCalls(field, words)
      : field.kind === 'json' && isForm
        ? [jsonCall(field, words)]
        : (schema?.(withLabel(field), toSay(field, words)) ?? [])
  return [...calls, ...(field.isNullable ? ['.nullable()'] : []), ...missingCalls(field, isForm)]
}

/**
 * The calls for a field that is not sent. A checkbox that is not checked sends nothing. If the column has a default, a
 * program may leave the field out: a new record gets the default, and a change keeps the value.
 */
function missingCalls(field: Field, isForm: boolean): readonly string[] {
  if (isForm && field.kind === 'boolean') return ['.default(false)']
  if (presetOf(field) !== undefined) return ['.optional()']
  return field.isNullable ? ['.default(null)'] : []
}
