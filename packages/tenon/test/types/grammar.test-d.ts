import { application, get, routes, type HttpRequest, type UploadedFile } from 'tenon'
import { accounts } from 'tenon/auth'
import { oauth } from 'tenon/auth/oauth'
import { passkeys } from 'tenon/auth/passkeys'
import { createStore, type StoreOptions } from 'tenon/cache'
import { c, Model } from 'tenon/models'
import { disk } from 'tenon/storage'

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

// A size is a text where a person writes it, and `sizeBytes` where code reads it.
declare const upload: UploadedFile
declare const store: StoreOptions
const avatars = disk('avatars', { maxSize: '5mb' })
const bytes: number = upload.sizeBytes + (await avatars.store(upload)).sizeBytes
void avatars.uploadUrl({ type: 'image/png', sizeBytes: bytes })
void createStore({ ...store, memoryLimit: '64mb', valueLimit: `${bytes}b` })
// @ts-expect-error
disk('avatars', { maxBytes: 5_000_000 })
// @ts-expect-error
disk('avatars', { maxSize: '5 megabytes' })
// @ts-expect-error
void createStore({ ...store, memoryLimitBytes: 5 })
// @ts-expect-error
void upload.size
// @ts-expect-error
void avatars.uploadUrl({ type: 'image/png', size: 5 })

// That every route says who may use it is said once, by the routes.
const web = routes.stated([get('/', () => '').public()])
application({ root: '.', routes: web })
// @ts-expect-error
routes.stated([get('/', () => '')])
// @ts-expect-error
application({ root: '.', routes: web, authorization: 'stated' })

// What runs the work is not public: an application declares, and tests call `runTask(cleanUp)`.
export type Hidden = [
  // @ts-expect-error
  import('tenon/schedule').Scheduler,
  // @ts-expect-error
  import('tenon/schedule').Clock,
  // @ts-expect-error
  import('tenon/schedule').Sleep,
  // @ts-expect-error
  import('tenon/schedule').RunRecord,
  // @ts-expect-error
  import('tenon/schedule').ScheduleLog,
  // @ts-expect-error
  import('tenon/jobs').AnyJob['settings'],
  // @ts-expect-error
  import('tenon/schedule').Task['definition'],
]
