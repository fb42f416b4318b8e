import { linePlaces } from '../../base/log/line-places.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { afterCommit } from '../../data/database/current-database.ts'
import { findBuiltMails } from '../../pages/mails/built-mails.ts'
import { toRenderMail, type LoadMails, type MailContext } from '../../pages/mails/mail-renderer.ts'
import { toAddress, type Address } from '../../work/smtp/address.ts'
import { mailServers, MailServerLink, queueMail } from '../../work/smtp/send-mail-job.ts'
import type { RouteList } from '../../web/routing/route-list.ts'
import type { Entry } from '../../web/routing/types/entry.ts'
import type { Settings } from '../config/settings.ts'
import { toClientRoutes } from '../kernel/client-routes.ts'
import { mailOffices, type MailOffice, type PostMail } from './mail-office.ts'

/** The mail of an application: `application({ mail: { from: 'shop@example.com' } })`. */
export interface MailOptions {
  /** The sender of mails that name none. */
  readonly from: string | Address
}

/** What an application opens its mail with. */
export interface OpenMailParts {
  readonly root: string
  readonly routes: RouteList<Entry>
  readonly settings: Pick<Settings, 'mailUrl' | 'appUrl' | 'isProduction' | 'host' | 'port'>
  /** Loads the renderer. Default: the one that was built into `root`. */
  readonly load?: LoadMails | undefined
  /** Gets the mails instead of the queue. */
  readonly post?: PostMail | undefined
}

/** Renders the mails of an application and queues them for the server of `MAIL_URL`. */
export class Mailing {
  readonly from: Address

  constructor({ from }: MailOptions) {
    this.from = toAddress(from)
  }

  /** Runs calls with the mail of one version of an application, which others do not see. */
  around(parts: OpenMailParts): <Result>(body: () => Result) => Result {
    const office = this.#createOffice(parts)
    const { mailUrl } = parts.settings
    if (mailUrl === undefined) return (body) => mailOffices.run(office, body)
    const link = new MailServerLink(mailUrl)
    return (body) => mailOffices.run(office, () => mailServers.run(link, body))
  }

  /** Makes the mail of an application the current one of this process until it is disposed. */
  open(parts: OpenMailParts): Disposable {
    const { mailUrl } = parts.settings
    const registered = new DisposableStack()
    registered.defer(mailOffices.register(this.#createOffice(parts)))
    if (mailUrl !== undefined) {
      registered.defer(mailServers.register(new MailServerLink(mailUrl)))
    }
    return registered
  }

  /** Throws `E_MAIL_SETUP` in production. */
  #createOffice(parts: OpenMailParts): MailOffice {
    const { root, routes, settings, load = findBuiltMails(root) } = parts
    assertComplete(settings)
    const context: MailContext = { routes: toClientRoutes(routes), origin: toOrigin(settings) }
    return {
      from: this.from,
      post: parts.post ?? (settings.mailUrl === undefined ? tellOnly : queueMail),
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
    linePlaces.current?.log.info('A mail is not sent, because MAIL_URL is not set', {
      mail,
      subject,
    })
  })

function assertComplete({ isProduction, mailUrl, appUrl }: OpenMailParts['settings']): void {
  if (!isProduction || (mailUrl !== undefined && appUrl !== undefined)) return
  const missing = mailUrl === undefined ? 'MAIL_URL' : 'APP_URL'
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
