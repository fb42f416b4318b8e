import { SetupError } from '../../../base/support/setup-error.ts'
import { toPlural } from './inflection.ts'

/** The forms of a model's name, for `BlogPost`. */
export interface Names {
  /** `BlogPost` */
  readonly model: string
  /** `blogPost` */
  readonly singular: string
  /** `blogPosts` */
  readonly plural: string
  /** `BlogPosts`, the folder of its pages */
  readonly pages: string
  /** `blog-post` */
  readonly file: string
  /** `blog-posts` */
  readonly path: string
  /** `blog_posts` */
  readonly table: string
  /** `blog post` */
  readonly label: string
  /** `blog posts` */
  readonly labels: string
}

/** Derives all forms of a model's name. Throws `E_MAKE_NAME` if code cannot use the name. */
export function toNames(text: string): Names {
  const words = toWords(text)
  const last = words.at(-1) ?? ''
  const many = [...words.slice(0, -1), toPlural(last)]
  const names = {
    model: toPascal(words),
    singular: toCamel(words),
    plural: toCamel(many),
    pages: toPascal(many),
    file: words.join('-'),
    path: many.join('-'),
    table: many.join('_'),
    label: words.join(' '),
    labels: many.join(' '),
  }
  if (!taken.has(names.model)) return names
  throw new SetupError(
    'E_MAKE_NAME',
    `The name "${names.model}" is used by JavaScript or by Tenon itself. Choose another one, such as "My${names.model}".`,
  )
}

/** Splits `BlogPost`, `blog_post` and `blog-post` into `blog` and `post`. Throws `E_MAKE_NAME`. */
export function toWords(text: string): readonly string[] {
  const words = text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_:-]+/)
    .map((word) => word.toLowerCase())
  if (words.every((word, i) => (i === 0 ? /^[a-z][a-z0-9]*$/ : /^[a-z0-9]+$/).test(word))) {
    return words
  }
  throw new SetupError(
    'E_MAKE_NAME',
    `"${text}" cannot be a name. Use letters and digits, such as "BlogPost" or "blog-post".`,
  )
}

export function toCamel(words: readonly string[]): string {
  const [first = '', ...rest] = words
  return first + rest.map(capitalize).join('')
}

export function toPascal(words: readonly string[]): string {
  return words.map(capitalize).join('')
}

/** `published_at` → `Published at` */
export function toLabel(name: string): string {
  return capitalize(name.replaceAll('_', ' '))
}

export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** `a post`, `an author` */
export function withArticle(label: string): string {
  return `${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}`
}

/** Names that the generated code uses for something else. */
const taken: ReadonlySet<string> = new Set(
  (
    'Action Array Body Boolean Break Case Catch Class Console Const Continue Create Data Date Default Delete ' +
    'Destroy Do Edit Else Enum Error Event Export Extends Factory Fallback False Field Finally For Form Function ' +
    'Group Handler Head If Import In Index Json Layout Let Link Map Migration Model New Null Number Object Page ' +
    'Promise Props Redirect Request Response Return Route Router Set Show Store String Submit Super Switch Symbol ' +
    'Target Task Test This Throw True Try Typeof Update Values Var Void While Wire With Yield'
  ).split(' '),
)
