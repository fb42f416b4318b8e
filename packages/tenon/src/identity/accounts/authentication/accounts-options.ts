import type { FormerHashes } from '../../passwords/hash.ts'
import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import { toMs, type Duration, type Rate } from '../../../base/support/duration.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { Columns } from '../../../data/columns/column.ts'
import type { TableColumn, Table } from '../../../data/columns/table.ts'
import { entityOf, type AnyModel, type InstanceOf } from '../../../data/records/entity.ts'
import { isLocalPath } from '../../../web/http/redirect.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import type { Quota } from '../../../stores/cache/quotas.ts'
import type { Factor, Proof } from './logins/logins.ts'
import type { NotifyUser } from './notices.ts'
import type { UserColumns } from './users.ts'

/** How users log in. */
export interface AccountsOptions<M extends AnyModel, Ability extends string = string> {
  /** The unique column with which users log in, such as `email`. */
  readonly login: ColumnOf<M['columns'], string>
  /** The column with the hash of the password. It must be `hidden()`. */
  readonly password: ColumnOf<M['columns'], string | null>
  /** The column with the address to which mails are sent. Default: the login. */
  readonly address?: ColumnOf<M['columns'], string>
  /** The nullable timestamp at which the address was verified, for `verified`. Default: none. */
  readonly verifiedAt?: ColumnOf<M['columns'], Date | null>
  /** Where browsers are sent. */
  readonly paths?: AccountPaths
  /**
   * Whether a user may be logged in, asked at every login and for every request. Return `false` for users who are
   * blocked. Default: everyone may.
   */
  readonly isActive?: (user: InstanceOf<M>) => boolean
  /**
   * Checks password hashes of another algorithm that the table still has: `{ verify: compare, example: '$2b$10$…' }`. A
   * login with such a hash replaces it. Default: users with such a hash need a new password.
   */
  readonly formerHashes?: FormerHashes
  /**
   * Tells users what has happened to their account, for example by a mail. It is called in the transaction of the
   * change: a mail is sent if the transaction commits. If it throws, nothing changes.
   */
  readonly notify?: NotifyUser<InstanceOf<M>>
  /**
   * Called at the end of each login, after the second factor if there is one, and before the answer is sent. Use it to
   * store the time of the last login, to write a log entry, or to take over what a guest has put into the session. If
   * it throws, nobody is logged in.
   *
   * It is not called when a remembered browser continues its login, nor when a program uses its token.
   */
  readonly onLogin?: (login: CompletedLogin<InstanceOf<M>>) => MaybePromise<void>
  /**
   * Called before a user is erased, by `erasePersonal` or the command `personal:erase`, in the transaction of the
   * erasure. Use it to delete what the user may not leave behind. If it throws, nothing is erased.
   */
  readonly beforeErase?: (user: InstanceOf<M>) => MaybePromise<void>
  /** How long a browser is remembered if its user asks for that. Default `30d`. */
  readonly remember?: Duration
  /** How often passwords may be tried, by account and by IP address, and how many mails an email address gets. */
  readonly attempts?: {
    readonly account?: Rate
    readonly address?: Rate
    readonly mail?: Rate
  }
  /** The texts of messages in forms. */
  readonly messages?: Partial<AccountMessages>
  /** Turns on `secondFactor`: codes of authenticator apps. `issuer` is the name that apps show. */
  readonly secondFactor?: { readonly issuer: string }
  /** Tokens for programs. */
  readonly tokens?: AccountTokens<Ability>
}

/** A login that a user has just completed. */
export interface CompletedLogin<User> {
  readonly request: HttpRequest
  readonly user: User
  readonly proof: Proof
  /** The second factor; `undefined` if the user has none. */
  readonly factor: Factor | undefined
}

/** What tokens for programs look like, and what they may allow. */
export interface AccountTokens<Ability extends string> {
  /** Every ability that a token can have, to type `tokens.issue` and `token`. Default: any text. */
  readonly abilities?: readonly Ability[]
  /** How each text begins, for scanners that look for leaked secrets. Default `tenon`. */
  readonly prefix?: string
  /** The scheme of the header `Authorization`: `Authorization: Token …`. Default `Bearer`. */
  readonly scheme?: TokenScheme
}

/** Schemes that browsers never send on their own, so a page of another site cannot misuse a token. */
export type TokenScheme = 'Bearer' | 'Token'

/** Paths of this application to which browsers are sent. */
export interface AccountPaths {
  /** Where to log in. Default `/login`. */
  readonly login?: string
  /** Where to go after a login, and from pages that are only for guests. Default `/`. */
  readonly home?: string
  /** The page that asks to verify the address. Default `/verify-email`. */
  readonly verify?: string
  /** The page that asks for the password again. Default `/confirm-password`. */
  readonly confirm?: string
  /** The page that asks for the second factor. Default `/second-factor`. */
  readonly secondFactor?: string
}

/** A text, or a function that returns it for each request, such as a message in several languages. */
export type LazyText = string | (() => string)

/** Returns the text in the language of the request. */
export function say(said: LazyText): string {
  return typeof said === 'string' ? said : said()
}

/** What forms tell their users. */
export interface AccountMessages {
  /** Default: `The login or the password is wrong`. */
  readonly wrong: LazyText
  /** Default: `Too many attempts. Try again in 30 seconds.` */
  readonly tooMany: (seconds: number) => string
  /** Default: `This link is not valid any more. Ask for a new one.` */
  readonly link: LazyText
  /** Default: `The code is wrong`. */
  readonly code: LazyText
  /** To a program that sends no code for a user with a second factor. Default: `Enter the code of your authenticator app`. */
  readonly codeNeeded: LazyText
  /** Default: `The passkey was not accepted`. */
  readonly passkey: LazyText
  /** Default: `You need at least one way to log in. Set a password first.` */
  readonly lastLoginMethod: LazyText
}

/** The names of the columns whose values have this type. */
export type ColumnOf<Declared extends Columns, Value> = {
  [Name in keyof Declared]: Declared[Name]['~types']['value'] extends Value ? Name : never
}[keyof Declared] &
  string

/** The options, checked, with their defaults. */
export interface AccountsSetup<User> {
  /** The name of the users' table. It tells several kinds of accounts apart. */
  readonly account: string
  /** The name of the database that holds the users and their logins. */
  readonly database: string | undefined
  readonly columns: UserColumns
  readonly paths: Required<AccountPaths>
  /** Default: everyone may log in. */
  readonly isActive: ((user: User) => boolean) | undefined
  readonly formerHashes: FormerHashes | undefined
  readonly notify: NotifyUser<User> | undefined
  readonly onLogin: ((login: CompletedLogin<User>) => MaybePromise<void>) | undefined
  readonly remember: Duration
  readonly quotas: { readonly account: Quota; readonly address: Quota; readonly mail: Quota }
  readonly messages: AccountMessages
  readonly tokenPrefix: string
  readonly tokenScheme: TokenScheme
  readonly issuer: string | undefined
}

/** Throws `E_ACCOUNTS` for options that cannot work or would be unsafe, when the module is loaded. */
export function toAccountsSetup<M extends AnyModel, Ability extends string>(
  model: M,
  options: AccountsOptions<M, Ability>,
): AccountsSetup<InstanceOf<M>> {
  const { table } = entityOf(model)
  const { attempts = {} } = options
  return {
    account: table.name,
    database: table.database,
    columns: toColumns(table, options),
    paths: toPaths(options.paths ?? {}),
    isActive: options.isActive,
    formerHashes: options.formerHashes,
    notify: options.notify,
    onLogin: options.onLogin,
    remember: options.remember ?? '30d',
    quotas: {
      account: toQuota(attempts.account ?? { limit: 5, per: '5m' }),
      address: toQuota(attempts.address ?? { limit: 20, per: '2m' }),
      mail: toQuota(attempts.mail ?? { limit: 3, per: '9m' }),
    },
    messages: { ...defaultMessages, ...options.messages },
    issuer: options.secondFactor?.issuer,
    tokenPrefix: toTokenPrefix(options.tokens?.prefix ?? 'tenon'),
    tokenScheme: options.tokens?.scheme ?? 'Bearer',
  }
}

interface ColumnNames {
  readonly login: string
  readonly password: string
  readonly address?: string
  readonly verifiedAt?: string
}

function toColumns(table: Table, names: ColumnNames): UserColumns {
  const { login, address = login, verifiedAt } = names
  return {
    login: table.uniqueColumn(login),
    password: toPassword(table, names),
    address: table.column(address),
    verifiedAt: verifiedAt === undefined ? undefined : table.column(verifiedAt),
  }
}

function toPassword(table: Table, { password }: ColumnNames): TableColumn {
  const column = table.column(password)
  if (column.definition.hidden) return column
  throw new SetupError(
    'E_ACCOUNTS',
    `The hash in "${table.name}.${password}" would be sent with every record. Declare the column hidden().`,
  )
}

function toPaths(given: AccountPaths): Required<AccountPaths> {
  const paths = { ...defaultPaths, ...given }
  for (const [name, path] of Object.entries(paths)) {
    if (isLocalPath(path)) continue
    throw new SetupError(
      'E_ACCOUNTS',
      `accounts({ paths: { ${name} } }) takes a path of this application, not ${JSON.stringify(path)}.`,
    )
  }
  return paths
}

function toQuota({ limit, per }: Rate): Quota {
  if (!Number.isInteger(limit) || limit < 1) {
    throw new SetupError(
      'E_ACCOUNTS',
      `Invalid limit of attempts ${limit}. Use a whole number above 0.`,
    )
  }
  return { burst: limit, intervalUs: Math.ceil((toMs(per, 'per') * 1000) / limit) }
}

function toTokenPrefix(prefix: string): string {
  if (/^[a-z0-9]{1,20}$/.test(prefix)) return prefix
  throw new SetupError(
    'E_ACCOUNTS',
    `Invalid prefix of tokens ${JSON.stringify(prefix)}. Use up to 20 lower-case letters and digits.`,
  )
}

const defaultPaths = {
  login: '/login',
  home: '/',
  verify: '/verify-email',
  confirm: '/confirm-password',
  secondFactor: '/second-factor',
}

const defaultMessages: AccountMessages = {
  wrong: 'The login or the password is wrong',
  tooMany: (seconds) =>
    seconds < 120
      ? `Too many attempts. Try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`
      : `Too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes.`,
  link: 'This link is not valid any more. Ask for a new one.',
  code: 'The code is wrong',
  codeNeeded: 'Enter the code of your authenticator app',
  passkey: 'The passkey was not accepted',
  lastLoginMethod: 'You need at least one way to log in. Set a password first.',
}
