import { madeOf, withLabel, type Field, type Subject } from './field.ts'
import { filesOf, hasFiles, toNoun } from './file-templates.ts'
import { fit } from './fit.ts'
import { withArticle, type Names } from './names.ts'

/**
 * `app/requests/post-request.ts`; forms send JSON as text. The database is asked about the fields that are named in
 * `asked`: whether their record exists, or their value is taken.
 */
export function requestText(
  { names, fields }: Subject,
  sender: Sender,
  asked: ReadonlySet<string> = new Set(),
): string {
  // Files arrive in forms only, also those of a program.
  const isForm = sender === 'form' || hasFiles(fields)
  const hasJsonText = isForm && fields.some(({ kind }) => kind === 'json')
  const rules = fields.filter(({ name }) => asked.has(name)).map((field) => toRule(field, names))
  return `import { ${toImports(fields, rules).join(', ')} } from 'tenon'
import { z } from 'zod'
${[...new Set(rules.map(({ model }) => importOf(model)))].toSorted().join('')}
${hasFiles(fields) ? fileRequests({ names, fields }, rules) : oneRequest({ names, fields }, isForm, rules)}
${hasJsonText ? jsonText : ''}`
}

/** Who sends a request: the form of a page, or a program. */
export type Sender = 'form' | 'program'

/** What the database is asked about a field. */
interface FieldRule {
  readonly kind: 'exists' | 'unique'
  readonly model: Names
  readonly line: string
}

function toRule(field: Field, names: Names): FieldRule {
  const { name, owner } = field
  const { label } = withLabel(field)
  const [kind, model, message] =
    owner === undefined
      ? (['unique', names, `${label} is taken`] as const)
      : (['exists', owner.names, `${label} was not found`] as const)
  const start = `  ${name}: ${kind}(${model.model}, ${kind === 'unique' ? `'${name}', ` : ''}{`
  const line = fit(
    `${start} message: '${message}' }),`,
    `${start}\n    message: '${message}',\n  }),`,
  )
  return { kind, model, line: `${line}\n` }
}

function toImports(fields: readonly Field[], rules: readonly FieldRule[]): readonly string[] {
  const kinds = (['exists', 'unique'] as const).filter((kind) =>
    rules.some((rule) => rule.kind === kind),
  )
  return ['body', ...kinds, ...(hasFiles(fields) ? ['UploadedFile'] : [])]
}

function importOf({ model, file }: Names): string {
  return `import { ${model} } from '../models/${file}.ts'\n`
}

function oneRequest(
  { names, fields }: Subject,
  isForm: boolean,
  rules: readonly FieldRule[],
): string {
  const lines = fields.map((field) => toSchema(field, isForm, '    '))
  const shape = lines.length === 0 ? 'z.object({})' : `\n  z.object({\n${lines.join('')}  }),\n`
  const asked = rules.length === 0 ? '' : `.rules({\n${toLines(rules)}})`
  return `export const ${names.model}Request = body(${shape})${asked}`
}

/** A new record needs its files; a change keeps those that are not sent. */
function fileRequests({ names: { model }, fields }: Subject, rules: readonly FieldRule[]): string {
  const kept = filesOf(fields).map(({ name }) => `${name}: fields.shape.${name}.nullish()`)
  const start = `export const ${model}UpdateRequest = body(`
  const lines = kept.map((each) => `    ${each},\n`).join('')
  const asked = rules.length === 0 ? '' : '.rules(rules)'
  return `const fields = z.object({
${fields.map((field) => toSchema(field, true, '  ')).join('')}})
${rules.length === 0 ? '' : `\nconst rules = {\n${toLines(rules)}}\n`}
export const ${model}Request = body(fields)${asked}

/** A change: a file that is not sent stays as it is. */
${fit(`${start}fields.extend({ ${kept.join(', ')} }))${asked}`, `${start}\n  fields.extend({\n${lines}  }),\n)${asked}`)}`
}

function toLines(rules: readonly FieldRule[]): string {
  return rules.map(({ line }) => line).join('')
}

const jsonText = `
/** The value of a text in JSON. */
function jsonText(message: string) {
  return z.string(message).transform((text, context) => {
    try {
      return z.json().parse(JSON.parse(text))
    } catch {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
  })
}
`

/** One call of the chain per line if they do not fit on one. */
function toSchema(field: Field, isForm: boolean, indent: string): string {
  const calls = toCalls(field, isForm)
  const line = `${indent}${field.name}: ${calls.join('')},`
  return `${fit(line, `${indent}${field.name}: ${calls.join(`\n${indent}  `)},`)}\n`
}

function fileCalls(field: Field): readonly string[] {
  const error = `Choose ${withArticle(toNoun(field))}`
  return ['z', `.instanceof(UploadedFile, { error: '${error}' })`]
}

/** The calls of a schema, in order. */
function toCalls(field: Field, isForm: boolean): readonly string[] {
  const { schema, default: preset } = madeOf(field)
  const { label } = withLabel(field)
  const calls =
    field.kind === 'file'
      ? fileCalls(field)
      : field.kind === 'json' && isForm
        ? [`jsonText('${label} must be JSON')`]
        : (schema?.(withLabel(field)) ?? [])
  if (field.isNullable) return [...calls, '.nullable()', '.default(null)']
  return preset === undefined ? calls : [...calls, `.default(${preset})`]
}
