import type { KitFiles } from './kit-files.ts'

/** Where an application lists its languages. */
export const languagesFile = 'app/languages.ts'

/** Keeps only the texts of these languages in the files of a kit. The kit itself has English, German and Arabic. */
export function keepLanguages(files: KitFiles, languages: readonly string[]): KitFiles {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, keepIn(path, text, languages)]),
  )
}

function keepIn(path: string, text: string, languages: readonly string[]): string {
  if (path.startsWith('resources/words/')) return keepTexts(text, languages)
  const list = languages.map((each) => `'${each}'`).join(', ')
  return path === languagesFile ? text.replace(/(?<=languages = \[).*(?=\])/, list) : text
}

/** Each text of a message has its own line. If only one text is left, it moves to the line of its message. */
function keepTexts(text: string, languages: readonly string[]): string {
  const kept = text.replaceAll(/^ {2}'?([\w-]+)'?: '.*',\n/gm, (line, language: string) =>
    languages.includes(language) ? line : '',
  )
  return kept.replaceAll(
    /^(.*message\(\{)\n {2}(.*),\n\}\)$/gm,
    (whole, start: string, only: string) => {
      const line = `${start} ${only} })`
      return line.length > widest ? whole : line
    },
  )
}

/** The maximum length of a line in an application, in characters. */
const widest = 100

/** The languages that an application lists, and English if it lists none. */
export function readLanguages(text: string | undefined): readonly string[] {
  const [, list] = /languages = \[(.*?)\]/s.exec(text ?? '') ?? []
  const found = [...(list ?? '').matchAll(/'([\w-]+)'|"([\w-]+)"/g)]
  return found.length === 0 ? ['en'] : found.map(([, single, double]) => single ?? double ?? '')
}
