/** The data with which the components of mails are rendered. */
export interface MailContext {
  /** The paths of the named routes. */
  readonly routes: Readonly<Record<string, string>>
  /** The origin that `route()` puts before a path: `https://example.com`. */
  readonly origin: string
  /** The path of `APP_URL`; usually empty. */
  readonly base: string
  /** Returns the language of the call. It is passed because built mails have their own copy of Tenon. */
  readonly findLanguage: () => string | undefined
  readonly findTimeZone: () => string | undefined
}

/** A rendered mail, as its component wrote it. */
export interface RenderedMail {
  readonly html: string
  /** The component's own subject, if it has one. */
  readonly subject: string | undefined
}

/** Renders the mails of an application. */
export interface RenderMail {
  /** Renders a mail; `undefined` if there is no such mail. `propsJson` holds its props. */
  (name: string, propsJson: string, context: MailContext): Promise<RenderedMail | undefined>
  /** The names of all mails, sorted. */
  readonly names: readonly string[]
  /** The export `sample` of a mail: props for a preview; `undefined` without that export. */
  readonly sampleOf: (name: string) => Promise<unknown>
}

/** Loads the renderer of an application's mails. */
export type LoadMails = () => Promise<unknown>

/** Checks the default export of the module of an application's mails. */
export function toRenderMail(exported: unknown): RenderMail {
  if (typeof exported !== 'function') {
    throw new TypeError('The built mails have no default export. Build the application again.')
  }
  // Sound: Tenon itself writes the module.
  return exported as RenderMail
}
