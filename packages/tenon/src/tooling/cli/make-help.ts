import { toTable } from '../../base/console/table.ts'
import { fieldKinds, type FieldKind } from '../generators/templates/field.ts'

/** What `tenon make --help` says: what there is to make, what a column may be, and examples. */
export function toMakeDetails(made: Readonly<Record<string, string>>): string {
  const columns = fieldKinds.map((kind): [string, string] => [samples[kind], kind])
  return [
    toTable(['WHAT', 'WHAT IT WRITES'], Object.entries(made)),
    toTable(['COLUMN', 'TYPE'], [...columns, ['author:belongsTo:User', 'a key of another model']]),
    'Each may end in :nullable, :unique or :index. Without a type it is text.',
    `Examples:\n${examples.map((line) => `  ${line}`).join('\n')}`,
  ].join('\n\n')
}

const samples: Readonly<Record<FieldKind, string>> = {
  text: 'title:text',
  integer: 'position:integer',
  real: 'weight:real',
  decimal: 'price:decimal:10:2',
  boolean: 'done:boolean',
  timestamp: 'paid_at:timestamp:nullable',
  date: 'due_on:date',
  enum: 'state:enum:open,paid',
  uuid: 'reference:uuid:unique',
}

const examples = [
  'tenon make model Post title:text slug:text:unique published_at:timestamp:nullable',
  'tenon make model Comment body:text post:belongsTo author:belongsTo:User --resource',
  'tenon make migration AddSlugToPosts slug:text:unique',
  'tenon make job SendInvoice',
]
