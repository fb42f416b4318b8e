import { textLiteral } from '../../../data/columns/text-literal.ts'

/** The words in generated files: texts in the code, or messages that an application translates. */
export interface Words {
  /** Whether the texts are messages. */
  readonly areMessages: boolean
  /**
   * Says a text: `say('deleteNamed', 'Delete {name}', { name: 'post.title' })`. `name` is that of its message, and the
   * values are code.
   */
  readonly say: (name: string, text: string, values?: Values) => Said
  /** The object with the messages of the values of an enum, by value; `undefined` if users read the values themselves. */
  readonly nameValues: (name: string, values: readonly string[]) => string | undefined
}

/** The values in a text, as code. */
export type Values = Readonly<Record<string, string>>

/** A text in a generated file. */
export interface Said {
  /** The text as it is in an attribute; `undefined` if it is the value of code. */
  readonly text: string | undefined
  /** The text between tags; `insert` writes the value of code there. */
  readonly between: (insert: (code: string) => string) => string
  /** The expression whose value is the text. */
  readonly code: string
  /** The same for an option that takes a text or a function: it is called in the language of each request. */
  readonly option: string
}

/** The texts that the pages of all records use, by the names of their messages. */
export const sharedTexts = {
  create: 'Create',
  save: 'Save',
  cancel: 'Cancel',
  deleteIt: 'Delete',
  deleteNamed: 'Delete {name}',
  alsoDeleted: '{records} that belong to it are also deleted.',
  keepIt: 'Keep it',
  openIt: 'Open',
  openFile: 'Open the file',
  orReplaceFile: ', or choose another one to replace it.',
  yes: 'Yes',
  no: 'No',
  pageLinks: 'Pages',
  previousPage: 'Previous',
  nextPage: 'Next',
} as const

/** Says a text that the pages of all records use. */
export function sayShared(
  name: keyof typeof sharedTexts,
  { say }: Pick<Words, 'say'>,
  values?: Values,
): Said {
  return say(name, sharedTexts[name], values)
}

/** The words of an application without languages. */
export const plainWords: Words = {
  areMessages: false,
  say(_name, text, values = {}) {
    const literals = text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const [, literal = whole] = /^'([^'\\]*)'$/.exec(values[name] ?? '') ?? []
      return literal
    })
    const isFixed = !/\{\w+\}/.test(literals)
    const between = (insert: (code: string) => string): string =>
      literals.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => insert(values[name] ?? ''))
    const code = isFixed ? textLiteral(literals) : `\`${between((each) => `\${${each}}`)}\``
    return { text: isFixed ? literals : undefined, between, code, option: code }
  },
  nameValues: () => undefined,
}

/** The words of an application with languages, and the messages that they need. */
export interface MessageWords extends Words {
  /** The texts of the messages by name, or by name and value for an enum, in the order in which they were said. */
  readonly messages: ReadonlyMap<string, MessageText>
}

/** The text of a message in English, or the texts of the values of an enum. */
export type MessageText = string | readonly string[]

/** Says each text with a message. If a name such as `titleLabel` is taken, the message becomes `titleLabelText`. */
export function messageWords(taken: readonly string[]): MessageWords {
  const messages = new Map<string, MessageText>()
  const keep = (name: string, text: MessageText): string => {
    const known = messages.get(name)
    const isFree = known === undefined ? !taken.includes(name) : String(known) === String(text)
    if (!isFree) return keep(`${name}Text`, text)
    messages.set(name, text)
    return name
  }
  return {
    areMessages: true,
    messages,
    say(name, text, values = {}) {
      const given = Object.entries(values).map(([key, value]) =>
        key === value ? key : `${key}: ${value}`,
      )
      const message = keep(name, text)
      const code = `${message}(${given.length === 0 ? '' : `{ ${given.join(', ')} }`})`
      return { text: undefined, between: (insert) => insert(code), code, option: message }
    },
    nameValues: keep,
  }
}

/** An attribute of JSX or of Svelte. */
export function attribute(name: string, { text, code }: Said): string {
  return text === undefined ? `${name}={${code}}` : `${name}="${text}"`
}

/** A text between tags of JSX or of Svelte. */
export function child({ between }: Said): string {
  return between((code) => `{${code}}`)
}

/** An attribute of Vue. */
export function vueAttribute(name: string, { text, code }: Said): string {
  return text === undefined ? `:${name}="${code}"` : `${name}="${text}"`
}

/** A text between tags of Vue. */
export function vueChild({ between }: Said): string {
  return between((code) => `{{ ${code} }}`)
}
