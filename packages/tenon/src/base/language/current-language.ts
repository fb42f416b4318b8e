import type { Language } from './languages.ts'

/**
 * Where the current language comes from, in this order: the call on the server, the page that is being
 * rendered, the browser's document.
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
  /** Set before each render: only one runs at a time. */
  ofRender: string | undefined
  /**
   * Called when code in a browser reads the language, so that a framework renders that code again when the language
   * changes. Without a framework that can do so, a page in another language is loaded as a document.
   */
  follow: (() => void) | undefined
  /** Called when the language of the document changes. */
  changed: (() => void) | undefined
  /** Called on a server for each message that has no text in the current language. */
  onMissing: ((missing: MissingText) => void) | undefined
  /** Whether the page marks such a message. In browsers, the document of the development server says so. */
  marksMissing: boolean | undefined
}

/** A message that has no text in the current language. */
export interface MissingText {
  /** The text of the default language, which is used instead. */
  readonly text: string
  readonly language: string
}

/**
 * Returns the current language: on the server that of the request, job or mail, in a browser that of the document.
 * Otherwise it is the default language, or `en` for an application without languages.
 */
export function language(): Language {
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- an application registers its own
  return (findLanguage() ?? 'en') as Language
}

/** Like `language()`, but `undefined` if no source has a language. */
export function findLanguage(): string | undefined {
  return languageSources.ofCall() ?? languageSources.ofRender ?? ofDocument()
}

function ofDocument(): string | undefined {
  // Sound: only browsers have a document. Servers compile this module too, without that type.
  const document = Reflect.get(globalThis, 'document') as Document | undefined
  if (document !== undefined) languageSources.follow?.()
  return document?.documentElement.lang
}

/** Whether a message that has no text in the current language is marked: only in development. */
export function marksMissing(): boolean {
  const document = Reflect.get(globalThis, 'document') as Document | undefined
  return languageSources.marksMissing ?? document?.querySelector(markingDocument) != null
}

/** Matches a document of the development server, if the application has languages. */
const markingDocument = 'html[data-time-zone] meta[name=tenon-state]'

interface Document {
  readonly documentElement: { readonly lang: string }
  readonly querySelector: (selector: string) => unknown
}
