import { tellSecurityEvent } from '../../../base/log/security-events.ts'
import { Unauthorized } from '../../../base/support/http-error.ts'
import type { AnyRecord } from '../../../data/records/entity.ts'
import type { Provided } from '../../../web/binding/provided.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import { AccessDenied } from '../../../web/routing/access-rule.ts'
import type { Middleware } from '../../../web/routing/handler.ts'
import { nameFunction } from '../../../base/support/values/name-function.ts'
import type { TokenScheme } from '../authentication/accounts-options.ts'
import { assertAbilities } from './token-ability.ts'
import type { StoredToken } from './token.ts'
import { invalidToken, type Tokens } from './tokens.ts'

/** What the middleware needs. */
export interface TokenGuardParts<User extends AnyRecord> {
  readonly tokens: Tokens<User, string>
  /** The user that the middleware provides. */
  readonly user: Provided<{ user: User }, true>
}

/** Middleware that provides the token's user, and answers 403 if abilities are needed and missing. */
export type TokenGuard<User, Needed extends readonly string[]> = Middleware<
  { user: User },
  true
> & { readonly refuses: Needed extends readonly [] ? readonly [] : readonly [403] }

/** Lets only requests through that have a token with all these abilities (RFC 6750). */
export function requireToken<User extends AnyRecord, const Needed extends readonly string[]>(
  { tokens, user }: TokenGuardParts<User>,
  needed: Needed,
): TokenGuard<User, Needed> {
  assertAbilities(needed)
  const { scheme } = tokens
  const requireToken = user.middleware(async (request, next) => {
    const text = tokens['~read'](request)
    if (text === undefined) throw unauthenticated(scheme)
    const holder = await tokens['~find'](text)
    if (holder === undefined) throw invalidToken(scheme)
    const { token } = holder
    if (!needed.every((ability) => token.abilities.includes(ability))) {
      throw insufficient(request, token, { needed, scheme })
    }
    await tokens['~use'](request, token)
    return next(holder.user)
  })
  const abilities = needed.map((ability) => `'${ability}'`).join(', ')
  return Object.assign(nameFunction(requireToken, `auth.token(${abilities})`), {
    tokens,
    credentials: scheme === 'Bearer' ? 'bearer' : 'token',
    refuses: (needed.length > 0 ? [403] : []) as TokenGuard<User, Needed>['refuses'],
  } as const)
}

/** RFC 6750, 3.1: a request without a token learns the scheme only. */
function unauthenticated(scheme: TokenScheme): Unauthorized {
  return new Unauthorized('A token is needed', { headers: { 'www-authenticate': scheme } })
}

function insufficient(
  request: HttpRequest,
  { id, userKey }: StoredToken,
  { needed, scheme: name }: { readonly needed: readonly string[]; readonly scheme: TokenScheme },
): AccessDenied {
  tellSecurityEvent(request, {
    event: 'token.insufficient',
    message: 'A token does not allow what a request was about',
    fields: { user: userKey, token: id },
  })
  const scope = needed.join(' ')
  return new AccessDenied('The token does not allow this', {
    headers: { 'www-authenticate': `${name} error="insufficient_scope", scope="${scope}"` },
  })
}
