import { addressOfFiles } from './mail-name.ts'
import type { MailContext } from './mail-renderer.ts'

/** Inserts the address of the application into the URLs of files in a rendered mail. */
export type AddressFiles = (html: string, context: MailContext) => string

/** For a build, in which the URLs begin with a placeholder. */
export const addressBuiltFiles: AddressFiles = (html, { origin, base }) =>
  html.replaceAll(addressOfFiles, origin + base)

/** For development, in which Vite writes paths: in `src="…"`, and in `url(…)` of a style. */
export const addressServedFiles: AddressFiles = (html, { origin }) =>
  html.replaceAll(/(?:\ssrc="|\burl\((?:"|'|&quot;|&#x27;|&#39;)?)(?=\/(?!\/))/g, `$&${origin}`)
