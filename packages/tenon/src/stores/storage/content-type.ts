import { isUtf8 } from 'node:buffer'
import { once } from '../../base/support/once.ts'

/** The number of bytes at the start of a file that decide its type. */
export const inspectedBytes = 4100

/** The type of a file, by its content. */
export interface ContentType {
  readonly type: string
  /** The extension for its key; empty for an unknown type. */
  readonly extension: string
}

/**
 * Finds the type of a file by its first bytes.
 *
 * Bytes of text do not show the kind of text. The type is `text/plain`, unless the file claims another type and `named`
 * lists that type by its full name: `image/*` never admits `image/svg+xml`.
 */
export async function findContentType(
  start: Uint8Array,
  claimed: string,
  named: readonly string[],
): Promise<ContentType> {
  const { fileTypeFromBuffer } = await loadFileType()
  const found = await fileTypeFromBuffer(start)
  const isMarkup = found?.mime === 'application/xml'
  if (found !== undefined && !isMarkup) return { type: found.mime, extension: found.ext }
  if (!isMarkup && !isText(start)) return unknownBytes

  const [type = ''] = claimed.toLowerCase().split(';')
  const extension = textExtensions.get(type)
  return extension !== undefined && named.includes(type) ? { type, extension } : plainText
}

const loadFileType = once(() => import('file-type'))

const unknownBytes: ContentType = { type: 'application/octet-stream', extension: '' }
const plainText: ContentType = { type: 'text/plain', extension: 'txt' }

const textExtensions: ReadonlyMap<string, string> = new Map([
  ['application/json', 'json'],
  ['application/xml', 'xml'],
  ['image/svg+xml', 'svg'],
  ['text/calendar', 'ics'],
  ['text/css', 'css'],
  ['text/csv', 'csv'],
  ['text/html', 'html'],
  ['text/javascript', 'js'],
  ['text/markdown', 'md'],
  ['text/plain', 'txt'],
  ['text/vcard', 'vcf'],
  ['text/xml', 'xml'],
])

/** Whether bytes are UTF-8 text. The last character may be incomplete. */
function isText(start: Uint8Array): boolean {
  if (start.some((byte) => byte < 0x20 && !whitespace.has(byte))) return false
  const isCut = start.length >= inspectedBytes
  return [0, 1, 2, 3].some(
    (cut) => (cut === 0 || isCut) && isUtf8(start.subarray(0, start.length - cut)),
  )
}

const whitespace: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d])

/** Whether a list of types, such as `image/*`, contains a type. */
export function includesType(types: readonly string[], type: string): boolean {
  return types.some((each) =>
    each.endsWith('/*') ? type.startsWith(each.slice(0, -1)) : each === type,
  )
}

/**
 * The extensions of files that a browser may display. All other files are downloads: under our own origin, HTML or an
 * SVG could run scripts as this application.
 */
export const shownExtensions: ReadonlySet<string> = new Set(
  [
    'png apng jpg gif webp avif heic bmp ico tif jxl',
    'mp4 webm mov m4v ogv mp3 m4a ogg oga opus wav flac aac',
    'pdf txt csv ics vcf',
  ].flatMap((kind) => kind.split(' ')),
)
