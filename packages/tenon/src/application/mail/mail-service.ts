import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Languages } from '../../base/language/languages.ts'
import { findSpokenTimeZone, languageContexts } from '../../base/language/language-context.ts'
import { logContexts } from '../../base/log/log-context.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { afterCommit } from '../../data/database/current-database.ts'
import { findBuiltMails } from '../../pages/mails/built-mails.ts'
import { mailsFolder } from '../../pages/mails/mail-name.ts'
import { toRenderMail, type LoadMails, type MailContext } from '../../pages/mails/mail-renderer.ts'
import { toAddress, type Address } from '../../work/smtp/address.ts'
import {
  mailServers,
  MailServerLink,
  type MailServerName,
} from '../../work/smtp/mail-server-link.ts'
import { queueMail } from '../../work/smtp/send-mail-job.ts'
import type { MailTransport } from '../../work/smtp/transport.ts'
import type { AnyUnsubscribe } from '../../work/smtp/unsubscribe/unsubscribe.ts'
import type { RouteList } from '../../web/routing/route-list.ts'
import type { RouteEntry } from '../../web/routing/types/entry.ts'
import { toLocalOrigin } from '../config/local-origin.ts'
import type { Settings } from '../config/settings.ts'
import { toClientRoutes } from '../kernel/client-routes.ts'
import { findSourceMails } from './source-mails.ts'
import { mailers, type Mailer, type DeliverMail } from './mailer.ts'

/** The mail of an application: `application({ mail: { from: 'shop@example.com' } })`. */
export interface MailOptions {
  /** The sender of mails that do not name one. */
  readonly from: string | Address
  /** Sends the mails, for example to the API of a provider. Default: the server of `MAIL_URL`. */
  readonly transport?: MailTransport
  /**
   * Sends mails while the first transport is unavailable. Default: the server of `MAIL_FALLBACK_URL`, if there is one.
   */
  readonly fallback?: MailTransport
  /** The declared actions of `.unsubscribe()` links. */
  readonly unsubscribe?: readonly AnyUnsubscribe[]
}

/** The values with which an application opens its mail. */
export interface OpenMailParts {
  readonly root: string
  readonly routes: RouteList<RouteEntry>
  readonly languages?: Languages
  readonly settings: MailSettings
  /**
   * Loads the renderer. Default: the one built into `root`; outside of production, otherwise the one from the sources.
   */
  readonly load?: LoadMails | undefined
  /** The origin by which the current request was sent, for links without `APP_URL`. Only development trusts it. */
  readonly findOrigin?: () => string | undefined
  /** Takes the mails instead of the queue. */
  readonly deliver?: DeliverMail | undefined
}

type MailSettings = Pick<
  Settings,
  'mailUrl' | 'mailFallbackUrl' | 'appUrl' | 'basePath' | 'host' | 'port' | 'isProduction'
>

/** Renders the mails of an application and queues them for its transport or the server of `MAIL_URL`. */
class MailService {
  readonly from: Address
  readonly #options: MailOptions

  constructor(options: MailOptions) {
    this.from = toAddress(options.from)
    this.#options = options
  }

  /** Returns a function that runs calls with the mail of one version of an application. Other calls do not see it. */
  around(parts: OpenMailParts): <Result>(body: () => Result) => Result {
    const mailer = this.#createMailer(parts)
    const link = this.#linkOf(parts)
    if (link === undefined) return (body) => mailers.run(mailer, body)
    return (body) => mailers.run(mailer, () => mailServers.run(link, body))
  }

  /** Makes the mail of an application the current one of this process until it is disposed. */
  open(parts: OpenMailParts): Disposable {
    const registered = new DisposableStack()
    registered.defer(mailers.register(this.#createMailer(parts)))
    const link = this.#linkOf(parts)
    if (link !== undefined) {
      registered.use(link)
      registered.defer(mailServers.register(link))
    }
    return registered
  }

  #serverOf({ settings }: OpenMailParts): MailServerName | undefined {
    return this.#options.transport ?? settings.mailUrl
  }

  #linkOf(parts: OpenMailParts): MailServerLink | undefined {
    const server = this.#serverOf(parts)
    const fallback = this.#options.fallback ?? parts.settings.mailFallbackUrl
    return server === undefined ? undefined : new MailServerLink(server, fallback)
  }

  #createMailer(parts: OpenMailParts): Mailer {
    const { root, routes, languages, settings, load = findMails(root, settings) } = parts
    const { findOrigin = () => undefined } = parts
    const server = this.#serverOf(parts)
    const context: MailContext = {
      routes: toClientRoutes(routes, languages, settings.basePath),
      get origin() {
        return settings.appUrl ?? findOrigin() ?? toLocalOrigin(settings)
      },
      base: settings.basePath,
      findLanguage: () => languageContexts.get()?.language,
      findTimeZone: findSpokenTimeZone,
    }
    const components = async () => {
      if (load === undefined) throw notBuilt(root)
      return toRenderMail(await load())
    }
    return {
      from: this.from,
      deliver: parts.deliver ?? (server === undefined ? teller(settings) : queueMailOf),
      toUrl: (path) => context.origin + path,
      unsubscribe: new Set(this.#options.unsubscribe?.map(({ name }) => name)),
      components,
      render: async (name, propsJson) => (await components())(name, propsJson, context),
    }
  }
}

/** The variables that an application with mail needs in production: its mail server, and its own address for links. */
export function mailVariables(mail: MailOptions | undefined): readonly string[] {
  if (mail === undefined) return []
  return mail.transport === undefined ? ['MAIL_URL', 'APP_URL'] : ['APP_URL']
}

/** Creates the mail service; `undefined` without the option `mail`. Throws `E_MAIL_ADDRESS` for a malformed sender. */
export function toMailService({
  mail,
}: {
  readonly mail?: MailOptions | undefined
}): MailService | undefined {
  return mail === undefined ? undefined : new MailService(mail)
}

const queueMailOf: DeliverMail = (message, { delivery }) => queueMail(message, delivery)

/**
 * Logs mails that cannot be sent. Outside of production with their text: without `tenon dev`, developers have no
 * mailbox.
 */
function teller({ isProduction }: MailSettings): DeliverMail {
  return ({ mail, subject, to, text }) =>
    afterCommit(() => {
      const read = isProduction ? {} : { to: to.map(({ address }) => address).join(', '), text }
      const fields = { mail, subject, ...read }
      logContexts.current.log.info('A mail is not sent, because MAIL_URL is not set', fields)
    })
}

function findMails(root: string, { isProduction }: MailSettings): LoadMails | undefined {
  return findBuiltMails(root) ?? (isProduction ? undefined : findSourceMails(root))
}

function notBuilt(root: string): SetupError {
  const remedy = existsSync(join(root, mailsFolder))
    ? 'In production, the sources are not rendered: build the application with "tenon build" and run the built one, such as "node build/main.js".'
    : 'Add a component to resources/mails, and start the application with "tenon dev" or build it with "tenon build".'
  return new SetupError('E_MAIL_RENDERER', `There is nothing that renders mails. ${remedy}`)
}
