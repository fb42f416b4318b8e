import { posix } from 'node:path'
import type { Disk, Field, Subject } from './field.ts'
import { fit } from './fit.ts'
import { toCamel, toLabel, toWords, type Names } from './names.ts'

/** The columns with the keys of files. */
export function filesOf<Column extends Pick<Field, 'kind'>>(
  fields: readonly Column[],
): readonly Column[] {
  return fields.filter(({ kind }) => kind === 'file')
}

export function hasFiles(fields: readonly Pick<Field, 'kind'>[]): boolean {
  return filesOf(fields).length > 0
}

/** The disk of a new model: `documentFiles`. */
export function toDiskName({ singular }: Names): string {
  return `${singular}Files`
}

const acceptedTypes = ['application/pdf', 'image/png', 'image/jpeg', 'text/plain']

/** The file of all disks that are made. */
export const disksFile = 'app/disks.ts'

export const diskImport = `import { disk } from 'tenon/storage'\n`

/** The disk in `app/disks.ts`; its limit is below that of a request, so that the form says so. */
export function diskText(names: Names): string {
  return `
/** Raise this together with body(…, { maxSize }) of the request: one above 1 MiB does not reach the disk. */
export const ${toDiskName(names)} = disk('${names.file}-files', {
  types: [${acceptedTypes.map((type) => `'${type}'`).join(', ')}],
  maxSize: '800kb',
})
`
}

/** The disk of a column: that of the model that exists, or of a new one. */
export function toDisk({ disk }: Pick<Field, 'disk'>, names: Names): Disk {
  return disk ?? { name: toDiskName(names), path: disksFile, types: acceptedTypes }
}

/** Imports the disks of these columns into a file of this folder. */
export function diskImports({ names, fields }: Subject, folder: string): string {
  const lines = filesOf(fields).map((field) => {
    const { name, path } = toDisk(field, names)
    const relative = posix.relative(folder, path)
    return `import { ${name} } from '${relative.startsWith('.') ? relative : `./${relative}`}'\n`
  })
  return [...new Set(lines)].join('')
}

/** The handler that answers with a file: `sendScan`. */
export function toFileHandler({ name }: Pick<Field, 'name'>): string {
  return toCamel(['send', ...toWords(name)])
}

/** Its path below that of the records, which no other route has. */
export function toFilePath({ name }: Pick<Field, 'name'>, { singular }: Names): string {
  return `/{${singular}}/files/${name.replaceAll('_', '-')}`
}

/** A column as a sentence names it: `scan`. */
export function toNoun({ name }: Pick<Field, 'name'>): string {
  return toLabel(name).toLowerCase()
}

/** The value of a column in a new record: the key of the file that was sent. */
export function createdFile(field: Field, names: Names): string {
  const { name, isNullable } = field
  const put = `await ${toDisk(field, names).name}.put(form.${name})`
  if (!isNullable) return `${name}: ${put}`
  return fitIn(`${name}: form.${name} && (${put})`, `${name}:\n  form.${name} && (${put})`)
}

/** The value of a column in a changed record: another file, or none, so that a file which came meanwhile stays. */
export function keptFile(field: Field, names: Names): string {
  const { name } = field
  const [test, put] = [`form.${name}`, `await ${toDisk(field, names).name}.put(form.${name})`]
  return fitIn(
    `${name}: ${test} ? ${put} : undefined`,
    `${name}: ${test}\n  ? ${put}\n  : undefined`,
  )
}

/** A value stands ten places from the margin at most, and a comma follows. */
function fitIn(line: string, spread: string): string {
  const margin = ' '.repeat(10)
  return fit(`${margin}${line},`, spread).trim().replace(/,$/, '')
}

/** Stores the files and writes the record, or neither. */
export function inTransaction(start: string, call: string, values: Lines): Lines {
  return [
    `${start}transaction(async () =>`,
    `  ${call}({`,
    ...values.flatMap((value) => `${value},`.split('\n').map((line) => `    ${line}`)),
    '  }),',
    ')',
  ]
}

/** Lines of code, without the indent of their place. */
export type Lines = readonly string[]

/** The value of a column in a factory: a file that its disk accepts. */
export function fileSample(field: Field, names: Names): string {
  const { name } = toDisk(field, names)
  const sample = findSample(field, names)
  if (sample !== undefined) return sample(name, toLabel(field.name))
  return `() => {
    throw new Error('Give it ${field.name}: the key of a file of ${name}')
  }`
}

/** Imports the disks on which a factory stores. */
export function sampleImports({ names, fields }: Subject): string {
  const stored = filesOf(fields).filter((field) => findSample(field, names) !== undefined)
  return diskImports({ names, fields: stored }, 'database/factories')
}

/** The code of a value, for a disk and the name of the column for people. */
type Sample = (disk: string, label: string) => string

function findSample(field: Field, names: Names): Sample | undefined {
  const { types = ['text/plain'] } = toDisk(field, names)
  return samples.find(([type]) => types.some((pattern) => accepts(pattern, type)))?.[1]
}

/** `image/*` and `*` accept more than one type. */
function accepts(pattern: string, type: string): boolean {
  return pattern === type || (pattern.endsWith('*') && type.startsWith(pattern.slice(0, -1)))
}

/** How a small file is stored, by its type: first those that say most. */
const samples: readonly (readonly [type: string, toText: Sample])[] = [
  ['text/plain', (disk, label) => `() => ${disk}.put(Buffer.from(\`${label} \${n}\`))`],
  ['application/pdf', (disk) => `() => ${disk}.put(Buffer.from('%PDF-1.4 %%EOF'))`],
  ['image/png', toPicture],
]

/** A picture of one transparent pixel. */
function toPicture(disk: string): string {
  return `() =>
    ${disk}.put(
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    )`
}
