import { toTable } from '../../base/console/table.ts'
import { fieldKinds } from '../../scaffolding/templates/field.ts'

/** The text of `tenon make --help`: what it can make, the types of columns, and examples. */
export function toMakeDetails(made: Readonly<Record<string, string>>): string {
  const columns = fieldKinds.map((kind) => [`name:${kind}${needed[kind] ?? ''}`, notes[kind] ?? ''])
  return [
    toTable(['WHAT', 'WHAT IT WRITES'], Object.entries(made)),
    toTable(
      ['COLUMN', ''],
      [
        ...columns,
        ['name:text:long', 'a text of several lines'],
        ['author:belongsTo:User', 'the key of another model'],
        ['team:owner', 'whose records they are'],
      ],
    ),
    'Each may end in :nullable, :unique or :index, a file and a long text only in :nullable. Without a type it is text.',
    `Examples:\n${examples.map((line) => `  ${line}`).join('\n')}`,
  ].join('\n\n')
}

/** Additional parts of types that need them. */
const needed: Readonly<Record<string, string>> = { decimal: ':10:2', enum: ':open,paid' }

const notes: Readonly<Record<string, string>> = {
  decimal: 'ten digits, two of them after the point',
  enum: 'one of these texts',
  file: 'an uploaded file, on a disk of the model',
  json: 'any value that JSON can carry',
}

const examples = [
  'tenon make model Post title:text slug:text:unique published_at:timestamp:nullable',
  'tenon make model Comment body:text:long post:belongsTo author:belongsTo:User --resource',
  'tenon make model Invoice number:text:unique team:owner --resource',
  'tenon make resource Artist',
  'tenon make migration AddSlugToPosts slug:text:unique',
  'tenon make job SendInvoice',
  'tenon make migration --expand rename tickets.title subject',
  'tenon make migration --expand type products.price cents:integer',
]
