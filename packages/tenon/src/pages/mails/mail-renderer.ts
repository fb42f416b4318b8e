/** What the components of mails are rendered with. */
export interface MailContext {
  /** The paths of the named routes. */
  readonly routes: Readonly<Record<string, string>>
  /** What `route()` puts before a path: `https://example.com`. */
  readonly origin: string
  /** The path of `APP_URL`; usually empty. */
  readonly base: string
  /** The language of the call, which the mails' own copy of Tenon cannot know. */
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
  /** The export `sample` of a mail, props to look at it with; `undefined` without any. */
  readonly sampleOf: (name: string) => Promise<unknown>
}

/** Where the renderer of an application's mails comes from. */
export type LoadMails = () => Promise<unknown>

/** Checks what the module of an application's mails exports. */
export function toRenderMail(exported: unknown): RenderMail {
  if (typeof exported !== 'function') {
    throw new TypeError('The built mails have no default export. Build the application again.')
  }
  // Sound: Tenon itself writes the module.
  return exported as RenderMail
}
