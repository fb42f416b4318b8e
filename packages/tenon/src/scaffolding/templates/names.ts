import { capitalize } from '../../base/support/values/capitalize.ts'
import { splitCapitals } from '../../base/support/values/split-capitals.ts'
import { isReservedRelation } from '../../data/relations/relation-name.ts'
import { SetupError } from '../../base/support/setup-error.ts'
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
  /** The column of its key: `id`, unless a model that exists has another. */
  readonly key: string
}

/** Derives all forms of a new model's name. Throws `E_MAKE_NAME` if code cannot use the name. */
export function toNames(text: string): Names {
  const names = toExistingNames(text)
  if (!RESERVED_MODELS.includes(names.model)) return names
  throw new SetupError(
    'E_MAKE_NAME',
    `The name "${names.model}" is used by JavaScript or by Tenon itself. Choose another one, such as "My${names.model}".`,
  )
}

/** Derives all forms of an existing model's name, even a reserved one. Throws `E_MAKE_NAME` if it has no words. */
export function toExistingNames(text: string): Names {
  const words = toWords(text)
  const last = words.at(-1) ?? ''
  const many = [...words.slice(0, -1), toPlural(last)]
  const singular = toVariable(toCamel(words), 'Record')
  const plural = toVariable(toCamel(many), 'Records')
  return {
    model: toPascal(words),
    singular,
    // The singular and the plural of `news` are the same.
    plural: plural === singular ? `all${toPascal(many)}` : plural,
    pages: toPascal(many),
    file: words.join('-'),
    path: many.join('-'),
    table: many.join('_'),
    label: words.join(' '),
    labels: many.join(' '),
    key: 'id',
  }
}

/** The name of a variable that holds records: `post`, but `labelRecord` because the code already has a `label`. */
function toVariable(name: string, suffix: string): string {
  return variables.has(name) ? `${name}${suffix}` : name
}

/** Reserved words, variables of the generated code, props that React and Vue reserve, and `$state` of Svelte. */
const variables: ReadonlySet<string> = new Set(
  (
    'action address any app arguments assert await body break browser can case catch changed class const continue ' +
    'data debugger default delete describe destroy do doomed else enum eval event export extends factory false ' +
    'finally flash for foreign form function handler if implements import in inertia instanceof interface is it json keep kept key ' +
    'label let logIn new null package page private props protected public query redirect ref replaced request ' +
    'response return route router sent show slot state static style submit super switch target testApp this throw ' +
    'toForm transaction true try typeof unchanged undefined untrack update useForm values var view void while with yield'
  ).split(' '),
)

/** Splits `BlogPost`, `blog_post` and `blog-post` into `blog` and `post`. Throws `E_MAKE_NAME` if invalid. */
export function toWords(text: string): readonly string[] {
  if (text.length > NAME_LIMIT) {
    throw new SetupError(
      'E_MAKE_NAME',
      `The name has ${text.length} characters. Use at most ${NAME_LIMIT}, because files are called so.`,
    )
  }
  const words = splitCapitals(text)
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

/** In characters. File systems allow 255 bytes, and names of files add a prefix or suffix. */
const NAME_LIMIT = 200

export function toCamel(words: readonly string[]): string {
  const [first = '', ...rest] = words
  return first + rest.map(capitalize).join('')
}

export function toPascal(words: readonly string[]): string {
  return words.map(capitalize).join('')
}

/** Tells whether a generated model may have a relation of this name: it must not hide a member of models or classes. */
export function isFreeRelation(name: string): boolean {
  return !isReservedRelation(name) && !(name in Function.prototype)
}

/** What an application lists in `main.ts`, each in a file of its own. */
export type Listed = 'command' | 'job' | 'task'

/**
 * The variable of a command, job or task: `sendInvoice`, but `deleteJob` if the name is a reserved word, if the
 * generated files use it, or if `main.ts` uses it for something else.
 */
export function toListedName(
  words: readonly string[],
  kind: Listed,
  taken: ReadonlySet<string>,
): string {
  const name = toCamel(words)
  return unusable.has(name) || taken.has(name) ? `${name}${capitalize(kind)}` : name
}

/** Reserved words, and names in the files of commands, jobs, tasks and their tests. */
const unusable: ReadonlySet<string> = new Set(
  (
    'app arguments assert await break case catch class command const continue debugger default delete describe do else ' +
    'enum eval export extends false finally for function id if implements import in instanceof interface it job let new ' +
    'null outcome package print private protected public return static super switch task testApp this throw true try ' +
    'typeof undefined var void while with yield z'
  ).split(' '),
)

/** `invoices:ImportAll` → `invoices:import-all`, the command to type after `node main.ts`. */
export function toCommandName(text: string): string {
  return text
    .split(':')
    .map((part) => toWords(part).join('-'))
    .join(':')
}

/** `blogPost` → `blog-post` */
export function toAttribute(variable: string): string {
  return variable.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** `published_at` and `PublishedAt` → `Published at` */
export function toLabel(name: string): string {
  const words = splitCapitals(name).split(/[\s_]+/)
  // An abbreviation such as `SKU` keeps its capitals.
  return capitalize(
    words
      .map((word) => word.replace(/^[A-Z](?=[a-z0-9]*$)/, lower))
      .join(' ')
      .trim(),
  )
}

function lower(letter: string): string {
  return letter.toLowerCase()
}

/** `Accounts/InvoiceSent` → `Invoice sent`; `Reports/Index` → `Reports` */
export function toHeading(name: string): string {
  const parts = name.split('/')
  const last = parts.at(-1) === 'Index' ? parts.at(-2) : parts.at(-1)
  return capitalize(toWords(last ?? name).join(' '))
}

/** `a post`, `an author` */
export function withArticle(label: string): string {
  return `${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}`
}

/** Types and components of the generated code, which a model must not hide, and the model of migrations. */
export const RESERVED_MODELS: readonly string[] = (
  'Array Blob Boolean Buffer ComponentProps Create CreateProps CursorPage Date Edit EditProps Error Field FieldProps ' +
  'FileField FileFieldProps FormData FormEvent Function Head HttpRequest Index IndexProps Layout Link Map Migration Model ' +
  'NotFound Null Number Object Pick Promise Props Route Set ShowProps SignedInLayout String SubmitEvent Symbol TeamFrame ' +
  'TeamLayout TeamName TextArea TextAreaProps Undefined UploadedFile ValidationFailed Wire'
).split(' ')
