import { shownExtensions } from '../content-type.ts'
import { toExtension } from '../file-key.ts'

/**
 * The name under which a browser saves a file that may have got its name from somebody else. A name whose ending could
 * make a system run the file gets that of its type as well: text that is called `invoice.pdf.hta` becomes
 * `invoice.pdf.hta.txt`. Without an ending, and for a key without one, the name stays as it is.
 */
export function toDownloadName(name: string, key: string): string {
  const extension = toExtension(key)
  // Windows removes dots and spaces at the end: `invoice.hta. ` would be `invoice.hta`.
  const ending = /\.([^.]*?)[.\s]*$/.exec(name)?.[1]?.toLowerCase()
  if (extension === '' || ending === undefined || readExtensions.has(ending)) return name
  return name.toLowerCase().endsWith(`.${extension.toLowerCase()}`) ? name : `${name}.${extension}`
}

/** Endings of files that programs open to show them, and never run. Their content may be of another type. */
const readExtensions: ReadonlySet<string> = new Set([
  ...shownExtensions,
  ...[
    'jpeg jpe jfif tiff heif psd ai eps',
    'mpeg mpg mkv avi wmv wma mka aif aiff mid midi',
    'md log json jsonl ndjson geojson tsv yaml yml toml ini conf sql srt vtt po tex diff patch eml gpx',
    'doc docx xls xlsx ppt pptx odt ods odp odg rtf pages numbers epub mobi',
    'zip gz tgz tar bz2 xz zst 7z rar',
    'ttf otf woff woff2',
  ].flatMap((kind) => kind.split(' ')),
])
