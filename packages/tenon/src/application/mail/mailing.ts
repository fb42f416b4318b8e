import type { Languages } from '../../base/language/languages.ts'
import { speakers } from '../../base/language/speakers.ts'
import { logContexts } from '../../base/log/log-context.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { afterCommit } from '../../data/database/current-database.ts'
import { findBuiltMails } from '../../pages/mails/built-mails.ts'
import { toRenderMail, type LoadMails, type MailContext } from '../../pages/mails/mail-renderer.ts'
import { toAddress, type Address } from '../../work/smtp/address.ts'
import { mailServers, MailServerLink, queueMail } from '../../work/smtp/send-mail-job.ts'
import type { MailTransport } from '../../work/smtp/transport.ts'
import type { RouteList } from '../../web/routing/route-list.ts'
import type { Entry } from '../../web/routing/types/entry.ts'
import type { Settings } from '../config/settings.ts'
import { toClientRoutes } from '../kernel/client-routes.ts'
import { mailOffices, type MailOffice, type PostMail } from './mail-office.ts'

/** The mail of an application: `application({ mail: { from: 'shop@example.com' } })`. */
export interface MailOptions {
  /** The sender of mails that name none. */
  readonly from: string | Address
  /** Sends the mails, for example to the API of a provider. Default: the server of `MAIL_URL`. */
  readonly transport?: MailTransport
}

/** What an application opens its mail with. */
export interface OpenMailParts {
  readonly root: string
  readonly routes: RouteList<Entry>
  readonly languages?: Languages
  readonly settings: Pick<Settings, 'mailUrl' | 'appUrl' | 'isProduction' | 'host' | 'port'>
  /** Loads the renderer. Default: the one that was built into `root`. */
  readonly load?: LoadMails | undefined
  /** Gets the mails instead of the queue. */
  readonly post?: PostMail | undefined
}

/** Renders the mails of an application and queues them for its transport or the server of `MAIL_URL`. */
export class Mailing {
  readonly from: Address
  readonly #transport: MailTransport | undefined

  constructor({ from, transport }: MailOptions) {
    this.from = toAddress(from)
    this.#transport = transport
  }

  /** Runs calls with the mail of one version of an application, which others do not see. */
  around(parts: OpenMailParts): <Result>(body: () => Result) => Result {
    const office = this.#createOffice(parts)
    const server = this.#serverOf(parts)
    if (server === undefined) return (body) => mailOffices.run(office, body)
    const link = new MailServerLink(server)
    return (body) => mailOffices.run(office, () => mailServers.run(link, body))
  }

  /** Makes the mail of an application the current one of this process until it is disposed. */
  open(parts: OpenMailParts): Disposable {
    const server = this.#serverOf(parts)
    const registered = new DisposableStack()
    registered.defer(mailOffices.register(this.#createOffice(parts)))
    if (server !== undefined) {
      registered.defer(mailServers.register(new MailServerLink(server)))
    }
    return registered
  }

  #serverOf({ settings }: OpenMailParts): string | MailTransport | undefined {
    return this.#transport ?? settings.mailUrl
  }

  /** Throws `E_MAIL_SETUP` in production. */
  #createOffice(parts: OpenMailParts): MailOffice {
    const { root, routes, languages, settings, load = findBuiltMails(root) } = parts
    const server = this.#serverOf(parts)
    assertComplete(settings, server !== undefined)
    const context: MailContext = {
      routes: toClientRoutes(routes, languages),
      origin: toOrigin(settings),
      findLanguage: () => speakers.get()?.language,
    }
    return {
      from: this.from,
      post: parts.post ?? (server === undefined ? tellOnly : queueMail),
      async render(name, propsJson) {
        if (load === undefined) throw notBuilt()
        return toRenderMail(await load())(name, propsJson, context)
      },
    }
  }
}

/** The mail of an application that sends any. Throws `E_MAIL_ADDRESS` for a malformed sender. */
export function toMailing({
  mail,
}: {
  readonly mail?: MailOptions | undefined
}): Mailing | undefined {
  return mail === undefined ? undefined : new Mailing(mail)
}

/** Outside of `tenon dev`, a developer has no mailbox to look into. */
const tellOnly: PostMail = ({ mail, subject }) =>
  afterCommit(() => {
    logContexts.current.log.info('A mail is not sent, because MAIL_URL is not set', {
      mail,
      subject,
    })
  })

function assertComplete(
  { isProduction, appUrl }: OpenMailParts['settings'],
  hasServer: boolean,
): void {
  if (!isProduction || (hasServer && appUrl !== undefined)) return
  const missing = hasServer ? 'APP_URL' : 'MAIL_URL'
  throw new SetupError(
    'E_MAIL_SETUP',
    `The application sends mail, but ${missing} is not set. Set MAIL_URL to the mail server, and APP_URL to the address of this application, such as https://example.com.`,
  )
}

function toOrigin({ appUrl, host, port }: OpenMailParts['settings']): string {
  return appUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function notBuilt(): SetupError {
  return new SetupError(
    'E_MAIL_RENDERER',
    'There is nothing that renders mails. Add a component to resources/mails, and start the application with "tenon dev" or build it with "tenon build".',
  )
}
