import type { Language } from './languages.ts'

/**
 * Where code finds its language without receiving it: of a call on the server, of the page that is
 * being rendered, else of the browser's document.
 */
export const languageSources: LanguageSources = {
  ofCall: () => undefined,
  ofRender: undefined,
  follow: undefined,
  changed: undefined,
  onMissing: undefined,
  marksMissing: undefined,
}

interface LanguageSources {
  /** Set by the server, which serves several languages at a time. */
  ofCall: () => string | undefined
  /** Set before each render: there is only one at a time. */
  ofRender: string | undefined
  /**
   * Called where a browser reads the language, by what will be rendered again in another one. Set by frameworks
   * that can do that; without it, a page in another language is loaded as a document.
   */
  follow: (() => void) | undefined
  /** Called when the document has another language. */
  changed: (() => void) | undefined
  /** Called for each message that has no text in the language, on a server. */
  onMissing: ((missing: MissingText) => void) | undefined
  /** Whether such a message is marked where it stands. In browsers the development server's document says so. */
  marksMissing: boolean | undefined
}

/** A message that speaks another language than it should. */
export interface MissingText {
  /** The text that is said instead, of the default language. */
  readonly text: string
  readonly language: string
}

/**
 * Returns the language to speak now: on the server that of the request, job or mail, and in a browser
 * that of the document. It is the default language where nothing says another.
 */
export function language(): Language {
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- an application registers its own
  return (findLanguage() ?? 'en') as Language
}

/** The same; `undefined` where nothing says a language. */
export function findLanguage(): string | undefined {
  return languageSources.ofCall() ?? languageSources.ofRender ?? ofDocument()
}

function ofDocument(): string | undefined {
  // Sound: only browsers have one. This module is compiled for servers too, without its type.
  const document = Reflect.get(globalThis, 'document') as Document | undefined
  if (document !== undefined) languageSources.follow?.()
  return document?.documentElement.lang
}

/** Whether a message without a text in the language is marked: while the application is developed. */
export function marksMissing(): boolean {
  const document = Reflect.get(globalThis, 'document') as Document | undefined
  return languageSources.marksMissing ?? document?.querySelector(markingDocument) != null
}

/** A document of the development server, of an application with languages. */
const markingDocument = 'html[data-time-zone] meta[name=tenon-state]'

interface Document {
  readonly documentElement: { readonly lang: string }
  readonly querySelector: (selector: string) => unknown
}
