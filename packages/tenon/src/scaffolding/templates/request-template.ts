import { madeOf, withLabel, type Field, type Subject } from './field.ts'
import { filesOf, hasFiles, toNoun } from './file-templates.ts'
import { fit } from './fit.ts'
import { withArticle } from './names.ts'

/** `app/requests/post-request.ts`; forms send JSON as text. */
export function requestText({ names, fields }: Subject, sender: Sender): string {
  // Files arrive in forms only, from every client.
  const isForm = sender === 'form' || hasFiles(fields)
  const hasJsonText = isForm && fields.some(({ kind }) => kind === 'json')
  return `import { ${hasFiles(fields) ? 'body, UploadedFile' : 'body'} } from 'tenon'
import { z } from 'zod'

${hasFiles(fields) ? fileRequests({ names, fields }) : oneRequest({ names, fields }, isForm)}
${hasJsonText ? jsonText : ''}`
}

/** Who sends a request: the form of a page, or a program. */
export type Sender = 'form' | 'program'

function oneRequest({ names, fields }: Subject, isForm: boolean): string {
  const lines = fields.map((field) => toSchema(field, isForm, '    '))
  const shape = lines.length === 0 ? 'z.object({})' : `\n  z.object({\n${lines.join('')}  }),\n`
  return `export const ${names.model}Request = body(${shape})`
}

/** A new record needs its files; a change keeps those that are not sent. */
function fileRequests({ names: { model }, fields }: Subject): string {
  const kept = filesOf(fields).map(({ name }) => `${name}: fields.shape.${name}.nullish()`)
  const start = `export const ${model}UpdateRequest = body(`
  const lines = kept.map((each) => `    ${each},\n`).join('')
  return `const fields = z.object({
${fields.map((field) => toSchema(field, true, '  ')).join('')}})

export const ${model}Request = body(fields)

/** A change: a file that is not sent stays as it is. */
${fit(`${start}fields.extend({ ${kept.join(', ')} }))`, `${start}\n  fields.extend({\n${lines}  }),\n)`)}`
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
