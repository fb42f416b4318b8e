import { hiddenValues } from '../../base/log/hidden-values.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { composeMail, type MailBodies } from './compose-mail.ts'
import type { Mailer } from './mailer.ts'
import { settleProps } from './settle-props.ts'

/** What a mail says. */
export interface MailContent extends MailBodies {
  readonly subject: string | undefined
  /** The props of its component. */
  readonly props: unknown
}

/** Writes what the mail with this name says. */
export type WriteContent = (name: string, mailer: Mailer) => Promise<MailContent>

/** Renders the component with the mail's name. */
export function fromComponent(props: object): WriteContent {
  return async (name, mailer) => {
    const propsJson = JSON.stringify(await settleProps(props))
    if (hiddenValues.isFollowed) hiddenValues.check(propsJson, `The mail "${name}", in its props,`)
    const rendered = await mailer.render(name, propsJson)
    if (rendered === undefined) throw unknownMail(name)
    const { html, subject } = rendered
    return { ...(await composeMail(html)), subject, props: JSON.parse(propsJson) }
  }
}

/** The subject and the text of a mail without a component. */
export interface TextContent {
  readonly subject: string
  /** The whole text, with whole URLs: mail programs turn them into links. */
  readonly text: string
}

/** Takes a text as it is. */
export function fromText({ subject, text }: TextContent): WriteContent {
  return async () => ({ text, subject, props: {} })
}

function unknownMail(name: string): SetupError {
  return new SetupError(
    'E_MAIL_UNKNOWN',
    `There is no mail "${name}". Add its component to resources/mails, or correct the name in mail().`,
  )
}
