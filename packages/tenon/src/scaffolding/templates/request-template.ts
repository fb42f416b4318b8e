import { madeOf, withLabel, type Field, type Subject } from './field.ts'
import { hasFiles } from './single-templates.ts'
import { fit } from './fit.ts'
import { withArticle } from './names.ts'

/** `app/requests/post-request.ts`; forms send JSON as text. */
export function requestText({ names, fields }: Subject, sender: 'form' | 'program'): string {
  const lines = fields.map((field) => toSchema(field, sender))
  const hasJsonText = sender === 'form' && fields.some(({ kind }) => kind === 'json')
  const shape =
    lines.length === 0 ? 'body(z.object({}))' : `body(\n  z.object({\n${lines.join('')}  }),\n)`
  return `import { ${hasFiles(fields) ? 'body, UploadedFile' : 'body'} } from 'tenon'
import { z } from 'zod'

export const ${names.model}Request = ${shape}
${hasJsonText ? jsonText : ''}`
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

function toSchema(field: Field, sender: 'form' | 'program'): string {
  const calls = toCalls(field, sender)
  const line = `${field.name}: ${calls.join('')},`
  return `    ${fit(`    ${line}`, spread(field.name, calls)).trimStart()}\n`
}

/** One call of the chain per line. */
function spread(name: string, calls: readonly string[]): string {
  return `${name}: ${calls.join('\n      ')},`
}

function fileCalls(label: string): readonly string[] {
  const error = `Choose ${withArticle(label.toLowerCase())}`
  return ['z', `.instanceof(UploadedFile, { error: '${error}' })`]
}

/** The calls of a schema, in order. */
function toCalls(field: Field, sender: 'form' | 'program'): readonly string[] {
  const { schema, default: preset } = madeOf(field)
  const { label } = withLabel(field)
  const isText = sender === 'form' && field.kind === 'json'
  const calls =
    field.kind === 'file'
      ? fileCalls(label)
      : isText
        ? [`jsonText('${label} must be JSON')`]
        : (schema?.(withLabel(field)) ?? [])
  if (field.isNullable) return [...calls, '.nullable()', '.default(null)']
  return preset === undefined ? calls : [...calls, `.default(${preset})`]
}
