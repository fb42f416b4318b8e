import type { Credentials } from '../../../../web/routing/handler.ts'
import { toOwnUrl } from '../../../../web/routing/url.ts'
import { toSample } from '../../../../application/contract/openapi/sample.ts'
import type {
  JsonSchema,
  NamedSchemas,
} from '../../../../application/contract/openapi/json-schema.ts'
import type { Content, DocumentedOperation, ReadableDocument } from './documented-operation.ts'

/** Writes a request as a command for a shell, with the example of its body or sample values. */
export function toCurlLine(
  { method, path, parameters = [], requestBody, security = [] }: DocumentedOperation,
  { schemas }: ReadableDocument,
  origin: string,
): string {
  const samples = parameters
    .filter(({ required }) => required)
    .map(({ name, in: place, schema }) => ({
      name,
      place,
      text: toText(toSample(schema, schemas)),
    }))
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const sample = samples.find((each) => each.place === 'path' && each.name === name)
    return sample === undefined ? whole : encodeURIComponent(sample.text)
  })
  const fields = samples.filter(({ place }) => place === 'query')
  const query = new URLSearchParams(fields.map(({ name, text }): [string, string] => [name, text]))
  const target = query.size === 0 ? filled : `${filled}?${query.toString()}`
  const words = [
    `curl -X ${method} ${quote(origin + toOwnUrl(target))}`,
    `-H ${quote('Accept: application/json')}`,
    ...Object.entries(credentials).flatMap(([scheme, word]) =>
      security.some((each) => Object.hasOwn(each, scheme)) ? [word] : [],
    ),
    ...toBody(requestBody?.content, schemas),
  ]
  return words.join(' \\\n  ')
}

/** Writes the body: JSON, or the parts of a form with files. */
function toBody(content: Content = {}, schemas: NamedSchemas): readonly string[] {
  const { 'application/json': json, 'multipart/form-data': form } = content
  if (form !== undefined) {
    const { properties = {} } = form.schema
    return Object.entries(toSample(form.schema, schemas) as object).flatMap(([name, value]) => {
      const { format, items = {} } = (properties as NamedSchemas)[name] ?? {}
      const isFile = (format ?? (items as JsonSchema)['format']) === 'binary'
      return [value]
        .flat()
        .map((each: unknown) => `-F ${quote(`${name}=${isFile ? '@file' : toText(each)}`)}`)
    })
  }
  if (json === undefined) return []
  return [
    `-H ${quote('Content-Type: application/json')}`,
    `-d ${quote(JSON.stringify(json.example ?? toSample(json.schema, schemas)))}`,
  ]
}

const credentials: Readonly<Record<Credentials, string>> = {
  bearer: '-H "Authorization: Bearer $TOKEN"',
  token: '-H "Authorization: Token $TOKEN"',
  session: '-H "Cookie: session=$SESSION"',
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Quotes text for a POSIX shell, where only the quote itself has a meaning within single quotes. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
