import { shownExtensions } from '../content-type.ts'
import { toExtension } from '../file-key.ts'

/**
 * The name under which a browser saves a file. The name may come from another user. If its extension could make a
 * system run the file, the name also gets the extension of the file's type: a text named `invoice.pdf.hta` becomes
 * `invoice.pdf.hta.txt`. A name or a key without an extension leaves the name unchanged.
 */
export function toDownloadName(name: string, key: string): string {
  const extension = toExtension(key)
  // Windows removes trailing dots and spaces: `invoice.hta. ` would become `invoice.hta`.
  const ending = /\.([^.]*?)[.\s]*$/.exec(name)?.[1]?.toLowerCase()
  if (extension === '' || ending === undefined || readExtensions.has(ending)) return name
  return name.toLowerCase().endsWith(`.${extension.toLowerCase()}`) ? name : `${name}.${extension}`
}

/** Extensions of files that programs open but never run. Their content may have another type. */
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
