import { toHtmlText } from '../../pages/assets/escape.ts'

/** HTML in which every value is escaped. Only `markup` creates it, so plain text is never taken for HTML. */
export class Markup {
  readonly #html: string

  constructor(parts: readonly string[], values: readonly MarkupValue[]) {
    this.#html = parts.map((part, i) => part + toHtml(values[i])).join('')
  }

  toString(): string {
    return this.#html
  }
}

/** Text and numbers are escaped, markup is inserted, lists are joined, and `undefined` becomes nothing. */
export type MarkupValue = string | number | undefined | Markup | readonly MarkupValue[]

/** Creates HTML from a template. */
export function markup(parts: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return new Markup(parts, values)
}

function toHtml(value: MarkupValue): string {
  if (value === undefined) return ''
  if (value instanceof Markup) return value.toString()
  return typeof value === 'object' ? value.map(toHtml).join('') : toHtmlText(String(value))
}
