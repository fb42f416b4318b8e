import { addressOfFiles } from './mail-name.ts'
import type { MailContext } from './mail-renderer.ts'

/** Puts the address of the application into the URLs of files in a rendered mail. */
export type AddressFiles = (html: string, context: MailContext) => string

/** In a build, where a URL begins with a placeholder. */
export const addressBuiltFiles: AddressFiles = (html, { origin, base }) =>
  html.replaceAll(addressOfFiles, origin + base)

/** In development, where Vite writes a path: in `src="…"`, and in `url(…)` of a style. */
export const addressServedFiles: AddressFiles = (html, { origin }) =>
  html.replaceAll(/(?:\ssrc="|\burl\((?:"|'|&quot;|&#x27;|&#39;)?)(?=\/(?!\/))/g, `$&${origin}`)
