import { Ambient } from '../../base/support/ambient.ts'
import { languageSources } from '../../base/language/current-language.ts'
import { languageContexts, toLanguageContext } from '../../base/language/language-context.ts'
import type { ApplicationOptions } from '../../application/runtime/application-options.ts'
import { toJobNames } from '../../application/runtime/work/application-jobs.ts'
import { toMailService } from '../../application/mail/mail-service.ts'
import type { Settings } from '../../application/config/settings.ts'
import type { LoadMails } from '../../pages/mails/mail-renderer.ts'
import { EventBus, eventBuses } from '../../work/events/event-bus.ts'
import { jobLists } from '../../work/jobs/dispatch.ts'
import { toUrlTable, urls } from '../../web/routing/url.ts'
import type { Mailbox } from '../mailbox/mailbox.ts'

/** The origin by which the current request was sent, if it is an address of this machine. */
export const askedOrigins = new Ambient<string | undefined>()

/** Runs a call in the scope of one version of the application. */
export type RunInside = <Result>(body: () => Result) => Result

export interface ScopeParts {
  readonly application: ApplicationOptions
  readonly settings: Settings
  readonly mailbox: Mailbox
  readonly loadMails: LoadMails | undefined
}

/**
 * Prepares the values that code uses without receiving them: URLs, listeners, jobs, mail. Requests and jobs that still
 * run with an earlier version keep using that version's values.
 */
export function createScope(parts: ScopeParts): RunInside {
  const { application, settings, mailbox, loadMails } = parts
  const { routes, listeners } = application
  const table = toUrlTable(routes, settings.basePath)
  const bus = new EventBus(listeners)
  const jobs = toJobNames(application)
  const deliver = settings.mailUrl === undefined ? mailbox.deliver.bind(mailbox) : undefined
  const aroundMail: RunInside =
    toMailService(application)?.around({
      ...application,
      settings,
      load: loadMails,
      deliver,
      findOrigin: () => askedOrigins.get(),
    }) ?? ((body) => body())
  const context = toLanguageContext(application)
  languageSources.marksMissing = true
  const inDefaultLanguage: RunInside = (body) =>
    context === undefined ? body() : languageContexts.run(context, body)
  return (body) =>
    urls.run(table, () =>
      eventBuses.run(bus, () =>
        jobLists.run(jobs, () => aroundMail(() => inDefaultLanguage(body))),
      ),
    )
}
