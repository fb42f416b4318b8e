/** A body of a media type: text, bytes, a file, a page. */
export interface ContentStatement<Type extends string> {
  readonly kind: 'content'
  readonly mediaType: Type
}

/**
 * States a body other than the JSON of a value: `.answers(content('application/pdf'))`.
 *
 * The handler returns text, bytes, or a reply such as `file()`, `stream()`, `html()` or `page()`. A range
 * such as `image/*` states as much as is known.
 */
export function content<const Type extends `${string}/${string}`>(
  mediaType: Type,
): ContentStatement<Type> {
  return { kind: 'content', mediaType }
}

/** Checks whether text can be stated as a media type: a type or a range, without parameters. */
export function isMediaType(text: string): boolean {
  return /^(?:\*\/\*|[\w.+-]+\/(?:\*|[\w.+-]+))$/.test(text)
}

/** Checks whether a `Content-Type` is of the stated media type or within the stated range. */
export function isOfType(contentType: string, stated: string): boolean {
  const [type = ''] = contentType.toLowerCase().split(';', 1)
  const [family = '', kind] = stated.toLowerCase().split('/')
  if (kind !== '*') return type.trim() === stated.toLowerCase()
  return family === '*' || type.startsWith(`${family}/`)
}
