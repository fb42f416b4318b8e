import { isIP } from 'node:net'

/** The names that Vite's option `server.allowedHosts` allows; `true` allows any. */
type AllowedHosts = true | readonly string[] | undefined

/** The parts of a request that say what is asked for. */
interface Asked {
  readonly method?: string | undefined
  readonly headers: { readonly accept?: string | undefined; readonly host?: string | undefined }
}

/**
 * The name by which a browser asks for a document, if Vite refuses the scripts of that document under it: another site's
 * name may point at this machine (DNS rebinding). Vite itself always allows `localhost` and IP addresses.
 */
export function findRefusedName(
  { method, headers }: Asked,
  allowed: AllowedHosts,
): string | undefined {
  const isDocument = method === 'GET' && headers.accept?.includes('text/html') === true
  if (!isDocument || allowed === true) return undefined
  const name = URL.parse(`http://${headers.host ?? ''}`)?.hostname
  return name === undefined || isAllowed(name, allowed ?? []) ? undefined : name
}

function isAllowed(name: string, allowed: readonly string[]): boolean {
  const isLocal = /^(?:.+\.)?localhost$/.test(name) || isIP(name.replaceAll(/[[\]]/g, '')) !== 0
  return isLocal || allowed.some((each) => name === each.replace(/^\./, '') || isBelow(name, each))
}

/** `.example.com` allows all names below it, too. */
function isBelow(name: string, allowed: string): boolean {
  return allowed.startsWith('.') && name.endsWith(allowed)
}

/** What the developer can do about it. */
export function toHostAdvice(name: string): string {
  return `tenon dev does not know the name "${name}", so browsers get no scripts under it. Restart it with APP_URL set to the address that you open, such as http://${name}:8080, or with --host=${name}.`
}
