import { sayOwn } from '../../base/language/words/own-words.ts'
import type { OwnWord } from '../../base/language/words/own-word.ts'

/**
 * Lists types of files by their familiar names: `image/png` and `image/jpeg` are "PNG or JPEG". A type without a
 * familiar name stays as it is.
 */
export function listFileKinds(types: readonly string[], language: string): string {
  const kinds = new Set(types.map(toKind))
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(kinds)
}

function toKind(type: string): string {
  const word = words.get(type)
  return word === undefined ? (formats.get(type) ?? type) : sayOwn(word)
}

const words: ReadonlyMap<string, OwnWord> = new Map([
  ['image/*', 'a picture'],
  ['video/*', 'a video'],
  ['audio/*', 'a sound file'],
  ['text/*', 'plain text'],
  ['text/plain', 'plain text'],
])

const office = 'application/vnd.openxmlformats-officedocument'
const open = 'application/vnd.oasis.opendocument'

const formats: ReadonlyMap<string, string> = new Map([
  ['application/json', 'JSON'],
  ['application/msword', 'Word (DOC)'],
  ['application/pdf', 'PDF'],
  ['application/rtf', 'RTF'],
  ['application/vnd.ms-excel', 'Excel (XLS)'],
  ['application/vnd.ms-powerpoint', 'PowerPoint (PPT)'],
  ['application/xml', 'XML'],
  ['application/zip', 'ZIP'],
  [`${office}.presentationml.presentation`, 'PowerPoint (PPTX)'],
  [`${office}.spreadsheetml.sheet`, 'Excel (XLSX)'],
  [`${office}.wordprocessingml.document`, 'Word (DOCX)'],
  [`${open}.presentation`, 'OpenDocument (ODP)'],
  [`${open}.spreadsheet`, 'OpenDocument (ODS)'],
  [`${open}.text`, 'OpenDocument (ODT)'],
  ['audio/mpeg', 'MP3'],
  ['audio/ogg', 'Ogg'],
  ['audio/wav', 'WAV'],
  ['image/apng', 'APNG'],
  ['image/avif', 'AVIF'],
  ['image/bmp', 'BMP'],
  ['image/gif', 'GIF'],
  ['image/heic', 'HEIC'],
  ['image/jpeg', 'JPEG'],
  ['image/jxl', 'JPEG XL'],
  ['image/png', 'PNG'],
  ['image/svg+xml', 'SVG'],
  ['image/tiff', 'TIFF'],
  ['image/webp', 'WebP'],
  ['text/calendar', 'iCalendar (ICS)'],
  ['text/css', 'CSS'],
  ['text/csv', 'CSV'],
  ['text/html', 'HTML'],
  ['text/javascript', 'JavaScript'],
  ['text/markdown', 'Markdown'],
  ['text/vcard', 'vCard (VCF)'],
  ['text/xml', 'XML'],
  ['video/mp4', 'MP4'],
  ['video/quicktime', 'QuickTime (MOV)'],
  ['video/webm', 'WebM'],
])
