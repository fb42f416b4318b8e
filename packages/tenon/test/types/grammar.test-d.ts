// Names the doors have no longer can only be asked for one by one.
// oxlint-disable typescript/consistent-type-imports
import { application, get, routes, type HttpRequest, type UploadedFile } from 'tenon'
import { accounts } from 'tenon/auth'
import { oauth } from 'tenon/auth/oauth'
import { passkeys } from 'tenon/auth/passkeys'
import { createStore, type StoreOptions } from 'tenon/cache'
import { c, Model } from 'tenon/models'
import { disk } from 'tenon/storage'
import { event, listener } from 'tenon/events'
import { batch, job, notify } from 'tenon/jobs'
import { limit } from 'tenon/limits'
import { encryptHistory } from 'tenon/pages'
import { task } from 'tenon/schedule'
import { z } from 'zod'

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

// What it is, how it behaves, then its function.
const order = z.object({ order: z.number() })
const invoice = job('invoice', order)
  .attempts(8)
  .run(() => {})
const paid = event<{ order: number }>('order.paid')
const cleanUp = task('clean-up')
  .daily()
  .at('03:15')
  .run(() => {})
const sendInvoice = listener('send-invoice', paid).dispatch(invoice)
// @ts-expect-error
job('invoice', order, () => {})
// @ts-expect-error
void job('invoice', order).dispatch({ order: 1 })
// @ts-expect-error
task('clean-up', () => {})
// @ts-expect-error
void task('clean-up').everyMinute
// @ts-expect-error
void task('clean-up').hourlyAt
// @ts-expect-error
listener(paid, invoice)

// An application is made of lists.
application({ root: '.', routes: web, jobs: [invoice], tasks: [cleanUp], listeners: [sendInvoice] })
// @ts-expect-error
application({ root: '.', routes: web, schedule: [cleanUp] })
// @ts-expect-error
application({ root: '.', routes: web, events: [sendInvoice] })

// A rate is `{ limit, per }`, a wait has a `timeout`, a flag is `enabled`.
limit({ limit: 5, per: '1m' })
const tries = { limit: 5, per: '1m' } as const
accounts(User, { login: 'email', password: 'password', attempts: { account: tries } })
job('wait', order).run((_input, run) => run.waitFor('packed', { key: 1, timeout: '14d' }))
void notify('packed', 1, {})
void batch([invoice.with({ order: 1 })]).dispatch()
encryptHistory(request, { enabled: true })
// @ts-expect-error
limit(5)
const triesOnly = { tries: 5, per: '1m' } as const
// @ts-expect-error
accounts(User, { login: 'email', password: 'password', attempts: { account: triesOnly } })
// @ts-expect-error
job('wait', order).run((_input, run) => run.waitFor('packed', { key: 1, until: '14d' }))
// @ts-expect-error
encryptHistory(request, { isEnabled: true })

// Each name has its door.
export type Moved = [
  typeof import('tenon').param.integer,
  typeof import('tenon/limits').limit,
  typeof import('tenon/models').Model,
  typeof import('tenon/factories').factory,
  // @ts-expect-error
  typeof import('tenon').integer,
  // @ts-expect-error
  typeof import('tenon').limit,
  // @ts-expect-error
  typeof import('tenon/database').Model,
  // @ts-expect-error
  typeof import('tenon/database').factory,
  // @ts-expect-error
  typeof import('tenon/pages').page,
  // @ts-expect-error
  typeof import('tenon/jobs').signal,
  // @ts-expect-error
  typeof import('tenon/jobs').dispatchBatch,
  // @ts-expect-error
  typeof import('tenon/schedule').tasks,
  // @ts-expect-error
  typeof import('tenon/mail').mailing,
  // @ts-expect-error
  typeof import('tenon/events').listen,
]
