import { inspect } from 'node:util'
import { afterCommit } from '../../data/database/current-database.ts'
import type { MailName, MailProps } from '../../pages/mails/registered-mails.ts'
import type { AnyText } from '../../pages/pages/page.ts'
import type { DeliveredMail } from '../../application/mail/mailer.ts'
import type { JobStart } from '../../work/jobs/job-definition.ts'
import type { MailMessage } from '../../work/smtp/mail-message.ts'

/** A mail that an application under test has sent. */
export interface TestMail<Props = unknown> extends MailMessage {
  /** The props as the component receives them. */
  readonly props: Props
  /** The queue in which the mail would wait. */
  readonly queue: string
  /** When the mail would be sent, if `.in()` or `.at()` was called. */
  readonly start: JobStart | undefined
}

/** The mails that an application under test has sent, in order, except those that were rolled back. */
export class TestMails implements Iterable<TestMail> {
  readonly #sent: TestMail[] = []

  get count(): number {
    return this.#sent.length
  }

  [Symbol.iterator](): Iterator<TestMail> {
    return this.#sent.values()
  }

  /** What `console.log` shows: the most important parts of each mail. */
  [inspect.custom](): unknown {
    return this.#sent.map(({ mail, to, subject, text }) => ({
      mail,
      to: to.map(({ address }) => address),
      subject,
      text,
    }))
  }

  /** The mails with this name. */
  of<Name extends MailName | AnyText>(name: Name): readonly TestMail<MailProps<Name>>[] {
    // Sound: `mail()` takes the props of its own component.
    return this.#sent.filter(({ mail }) => mail === name) as TestMail<MailProps<Name>>[]
  }

  /** The mails to this address, including copies. */
  to(address: string): readonly TestMail[] {
    return this.#sent.filter(({ to, cc, bcc }) =>
      [...to, ...cc, ...bcc].some((recipient) => recipient.address === address),
    )
  }

  /** Forgets the mails so far. */
  clear(): void {
    this.#sent.length = 0
  }

  /** Keeps a mail once its transaction has committed. */
  deliver(message: MailMessage, { props, delivery }: DeliveredMail): Promise<void> {
    const { queue, start } = delivery['~settings']
    return afterCommit(() => void this.#sent.push({ ...message, props, queue, start }))
  }
}
