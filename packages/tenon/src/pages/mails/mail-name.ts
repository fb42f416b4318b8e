/** The folder of an application's mails, below its root. */
export const mailsFolder = 'resources/mails'

/**
 * The placeholder in built mails for the address of the application, which the build does not know. It is a URL, so
 * that libraries that check the URLs of pictures accept it.
 */
export const addressOfFiles = 'https://tenon.invalid/files'

/** The framework that renders a mail, by the extension of its file. */
export type MailFramework = 'react' | 'vue' | 'svelte'

/** A mail's component: its name, such as `Invoice`, and its file below the mails folder. */
export interface MailFile {
  readonly name: string
  readonly file: string
  readonly framework: MailFramework
}

/**
 * Reads a path below the mails folder. Returns `undefined` for a file whose name begins with a lower-case letter, such
 * as `layout.tsx`: it is a part of mails.
 */
export function toMailFile(file: string): MailFile | undefined {
  const [, name, extension = ''] = /^((?:.+\/)?[A-Z][^/]*)\.(tsx|jsx|vue|svelte)$/.exec(file) ?? []
  if (name === undefined || /\.(?:test|spec|stories)$/.test(name)) return undefined
  return { name, file, framework: frameworks.get(extension) ?? 'react' }
}

const frameworks: ReadonlyMap<string, MailFramework> = new Map([
  ['vue', 'vue'],
  ['svelte', 'svelte'],
])
