import type { Language } from './languages.ts'

/**
 * Where code finds its language without receiving it: of a call on the server, of the page that is
 * being rendered, else of the browser's document.
 */
export const languageSources: LanguageSources = { ofCall: () => undefined, ofRender: undefined }

interface LanguageSources {
  /** Set by the server, which serves several languages at a time. */
  ofCall: () => string | undefined
  /** Set before each render: there is only one at a time. */
  ofRender: string | undefined
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
  return document?.documentElement.lang
}

interface Document {
  readonly documentElement: { readonly lang: string }
}
