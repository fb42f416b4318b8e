import type { Bindings } from '../../../web/binding/binding.ts'
import type { Credentials, Middleware } from '../../../web/routing/handler.ts'
import { toTitle, type ListedRoute } from '../../../web/routing/route-list.ts'
import type { Components } from './json-schema.ts'

/** The schemes that a request has to fulfil together, by name (OpenAPI, section 4.8.30). */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>

/** Whether middleware requires a login. */
export function identifies({ provides }: Middleware): boolean {
  return provides?.identifies === true
}

/**
 * The credentials that a route's middleware requires: an empty list if it requires none, `undefined` if it requires a
 * login but does not say which credentials. Those that a binding takes are optional.
 */
export function toSecurity(
  route: ListedRoute,
  bindings: Bindings,
  components: Components,
): readonly SecurityRequirement[] | undefined {
  const { middlewares } = route
  const isUnknown = middlewares.some((each) => identifies(each) && each.credentials === undefined)
  if (isUnknown) {
    components.tell(
      `${toTitle(route)}: its login does not declare how it identifies the user. Add it to the middleware: ` +
        "Object.assign(middleware, { credentials: 'session' }).",
    )
  }
  const names = middlewares.flatMap(({ credentials = [] }) => credentials)
  if (names.length === 0) return isUnknown ? undefined : toOptional(bindings)
  return [Object.fromEntries(names.map((name) => [name, []]))]
}

function toOptional(bindings: Bindings): readonly SecurityRequirement[] {
  const taken = Object.values(bindings).flatMap((binding) =>
    'credentials' in binding ? (binding.credentials ?? []) : [],
  )
  return taken.length === 0 ? [] : [{}, ...taken.map((name) => ({ [name]: [] }))]
}

/** The part of the document's components with the schemes that the requirements name. */
export function toSecuritySchemes(
  requirements: readonly SecurityRequirement[],
  base: string,
): object {
  const used = Object.entries(toSchemes(base)).filter(([name]) =>
    requirements.some((requirement) => Object.hasOwn(requirement, name)),
  )
  return used.length === 0 ? {} : { securitySchemes: Object.fromEntries(used) }
}

function toSchemes(base: string): Readonly<Record<Credentials, object>> {
  return {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: base === '' ? '__Host-session' : '__Secure-session',
      description: 'The session of a login. Over http, as in development, the cookie is `session`.',
    },
    bearer: { type: 'http', scheme: 'bearer' },
    token: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: 'The word `Token`, a space, and the token.',
    },
  }
}
