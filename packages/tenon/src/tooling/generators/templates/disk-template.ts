import type { Field } from './field.ts'
import type { Names } from './names.ts'

export function hasFiles(fields: readonly Pick<Field, 'kind'>[]): boolean {
  return fields.some(({ kind }) => kind === 'file')
}

/** The disk of a model: `documentFiles`. */
export function toDisk({ singular }: Names): string {
  return `${singular}Files`
}

export const diskImport = `import { disk } from 'tenon/storage'\n`

/** The disk in `app/disks.ts`; its limit is below that of a request, so that the form says so. */
export function diskText(names: Names): string {
  return `
/** Set UPLOAD_LIMIT before you raise this: a request above 1 MiB does not reach the disk. */
export const ${toDisk(names)} = disk('${names.file}-files', {
  types: ['application/pdf', 'image/png', 'image/jpeg', 'text/plain'],
  maxSize: '800kb',
})
`
}
