/** A body of a media type: text, bytes, a file, a page. */
export interface ContentStatement<Type extends string> {
  readonly kind: 'content'
  readonly mediaType: Type
}

/**
 * Declares a body other than the JSON of a value: `.answers(content('application/pdf'))`.
 *
 * The handler returns text, bytes, or a reply such as `file()`, `stream()`, `html()` or `page()`. A range
 * such as `image/*` allows any of its types.
 */
export function content<const Type extends `${string}/${string}`>(
  mediaType: Type,
): ContentStatement<Type> {
  return { kind: 'content', mediaType }
}

/** Checks whether text can be declared as a media type: a type or a range, without parameters. */
export function isMediaType(text: string): boolean {
  return /^(?:\*\/\*|[\w.+-]+\/(?:\*|[\w.+-]+))$/.test(text)
}

/** Checks whether a `Content-Type` is of the declared media type or within the declared range. */
export function isOfType(contentType: string, stated: string): boolean {
  const [type = ''] = contentType.toLowerCase().split(';', 1)
  const [family = '', kind] = stated.toLowerCase().split('/')
  if (kind !== '*') return type.trim() === stated.toLowerCase()
  return family === '*' || type.startsWith(`${family}/`)
}
