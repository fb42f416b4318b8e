import type { HttpRequest } from 'tenon'
import { accounts } from 'tenon/auth'
import { oauth } from 'tenon/auth/oauth'
import { passkeys } from 'tenon/auth/passkeys'
import { c, Model } from 'tenon/models'

/** The words of each public thing; one block per idea, with the words that it no longer has. */
class User extends Model('users', {
  id: c.id(),
  email: c.text().unique(),
  password: c.text(),
}) {}

declare const request: HttpRequest
declare const user: User

// Logins end, tokens are revoked, and what a user has added is removed.
const auth = accounts(User, { login: 'email', password: 'password' })
const providers = oauth(auth, { origin: 'https://example.com', providers: {} })
const keys = passkeys(auth, { origin: 'https://example.com', name: 'Example' })
void auth.logins.list(request)
void auth.logins.end(request, 'id')
void auth.logins.endOthers(request)
void auth.logins.endAll(user)
void auth.tokens.revoke(user, 'id')
void keys.remove(request, 'id')
void providers.remove(request, 'id')
// @ts-expect-error
void auth.logins(request)
// @ts-expect-error
void auth.endLogin(request, 'id')
// @ts-expect-error
void auth.logoutElsewhere(request)
// @ts-expect-error
void auth.logoutEverywhere(user)
// @ts-expect-error
void providers.disconnect(request, 'id')
