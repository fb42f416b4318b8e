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

/** The file of all generated disks. */
export const disksFile = 'app/disks.ts'

export const diskImport = `import { disk } from 'tenon/storage'\n`

/** The disk in `app/disks.ts`. */
export function diskText(names: Names): string {
  return `
export const ${toDiskName(names)} = disk('${names.file}-files', {
  types: [${acceptedTypes.map((type) => `'${type}'`).join(', ')}],
  maxSize: '800kb',
})
`
}

/** A disk with the name that generated files use for it. */
interface NamedDisk extends Disk {
  /** Its name in the file that declares it, if that name differs. */
  readonly exported?: string
}

/** The disk of a column: an existing one, or a new one. It is renamed if the model's factory has its name. */
export function toDisk({ disk }: Pick<Field, 'disk'>, names: Names): NamedDisk {
  const name = toDiskName(names)
  if (disk === undefined) return { name, path: disksFile, types: acceptedTypes, isLimited: true }
  return disk.name === names.plural ? { ...disk, name, exported: disk.name } : disk
}

/** Imports the disks of these columns into a file of this folder. */
export function diskImports({ names, fields }: Subject, folder: string): string {
  const lines = filesOf(fields).map((field) => {
    const { name, path, exported } = toDisk(field, names)
    const relative = posix.relative(folder, path)
    return `import { ${exported === undefined ? name : `${exported} as ${name}`} } from '${relative.startsWith('.') ? relative : `./${relative}`}'\n`
  })
  return [...new Set(lines)].join('')
}

/** Declares the disk that limits each file of a request. Empty if a disk has no limit. */
export function fileLimitsText({ names, fields }: Subject): string {
  const limits = filesOf(fields).map((field) => ({ field, disk: toDisk(field, names) }))
  if (limits.length === 0 || !limits.every(({ disk }) => disk.isLimited)) return ''
  const entries = limits.map(({ field, disk }) => `${field.name}: ${disk.name}`)
  const lines = entries.map((entry) => `  ${entry},\n`).join('')
  return `
/** The disk that limits each file. */
${fit(`const fileLimits = { ${entries.join(', ')} }`, `const fileLimits = {\n${lines}}`)}
`
}

/** The handler that answers with a file: `sendScan`. */
export function toFileHandler({ name }: Pick<Field, 'name'>): string {
  return toCamel(['send', ...toWords(name)])
}

/** The path of a file below the path of the records. No other route has it. */
export function toFilePath({ name }: Pick<Field, 'name'>, { singular }: Names): string {
  return `/{${singular}}/files/${name.replaceAll('_', '-')}`
}

/** The name of a column in a sentence: `scan`. */
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

/** The value of a column in a changed record: a new file, or `undefined`, which keeps a file stored meanwhile. */
export function keptFile(field: Field, names: Names): string {
  const { name } = field
  const [test, put] = [`form.${name}`, `await ${toDisk(field, names).name}.put(form.${name})`]
  return fitIn(
    `${name}: ${test} ? ${put} : undefined`,
    `${name}: ${test}\n  ? ${put}\n  : undefined`,
  )
}

/** The value on one line if it fits. It is indented by at most ten characters, and a comma follows. */
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

/** The value of a column in a factory: a file that its disk accepts; `undefined` if a record does not need one. */
export function fileSample(field: Field, names: Names): string | undefined {
  const { name } = toDisk(field, names)
  const sample = findSample(field, names)
  if (sample?.base64 !== undefined) {
    return `() =>
    ${name}.put(
      Buffer.from(
        '${sample.base64}',
        'base64',
      ),
    )`
  }
  const text = sample?.text ?? `\`${toLabel(field.name)} \${n}\``
  if (sample !== undefined) return `() => ${name}.put(Buffer.from(${text}))`
  if (field.isNullable) return undefined
  return `() => {
    throw new Error('Give it ${field.name}: the key of a file of ${name}')
  }`
}

/** Whether the factory of a model can create records if the caller gives it no file. */
export function isMakeable({ names, fields }: Subject): boolean {
  return filesOf(fields).every((field) => field.isNullable || hasSample(field, names))
}

/** The file that tests use: the first one that a factory can make. */
export function findTestedFile({ names, fields }: Subject): Field | undefined {
  return filesOf(fields).find((field) => hasSample(field, names))
}

function hasSample(field: Field, names: Names): boolean {
  return findSample(field, names) !== undefined
}

/** The lines that put another file into the form of a test, or remove it if none can be made. */
export function sendSample(field: Field, names: Names): string {
  const { name } = field
  const sample = findSample(field, names)
  if (sample === undefined) return `  form.delete('${name}')\n`
  const { base64, text = `'Another file'`, extension } = sample
  const file = `'${name}.${extension}'`
  if (base64 === undefined) return `  form.set('${name}', new Blob([${text}]), ${file})\n`
  const bytes = toCamel([...toWords(name), 'bytes'])
  return `  const ${bytes} = Buffer.from(
    '${base64}',
    'base64',
  )
  form.set('${name}', new Blob([${bytes}]), ${file})
`
}

/** Imports the disks on which a factory stores. */
export function sampleImports({ names, fields }: Subject): string {
  const stored = filesOf(fields).filter((field) => hasSample(field, names))
  return diskImports({ names, fields: stored }, 'database/factories')
}

function findSample(field: Field, names: Names): Sample | undefined {
  const { types = ['text/plain'] } = toDisk(field, names)
  return samples.find(({ type }) => types.some((pattern) => accepts(pattern, type)))
}

/** `image/*` and `*` accept more than one type. */
function accepts(pattern: string, type: string): boolean {
  return pattern === type || (pattern.endsWith('*') && type.startsWith(pattern.slice(0, -1)))
}

/** A small file. */
interface Sample {
  readonly type: string
  readonly extension: string
  /** Its bytes. */
  readonly base64?: string
  /** Its text as code; if absent, any text is valid. */
  readonly text?: string
}

/** The most readable files come first. Each picture is one pixel. */
const samples: readonly Sample[] = [
  { type: 'text/plain', extension: 'txt' },
  { type: 'application/pdf', extension: 'pdf', text: `'%PDF-1.4 %%EOF'` },
  {
    type: 'image/png',
    extension: 'png',
    base64:
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  },
  {
    type: 'image/webp',
    extension: 'webp',
    base64: 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==',
  },
  {
    type: 'image/jpeg',
    extension: 'jpg',
    base64:
      '/9j/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z',
  },
]
