import type { Register } from '../../base/support/register.ts'
import type { PageArguments, PropsOf } from '../pages/page.ts'

/** The names of the application's mails; any string until they are registered. */
export type MailName = Extract<keyof RegisteredMails, string>

type RegisteredMails = Register extends { mails: infer Mails } ? Mails : Record<string, unknown>

/** The type that the compiler shows for an unknown mail. */
type UnknownMail<Message extends string> = string & { readonly __unknown_mail: Message }

/** The name, or a sentence if there is no such mail. */
// oxfmt-ignore
export type KnownMail<Name extends string> =
  Name extends MailName ? Name
  : string extends Name ? UnknownMail<'The name of a mail must be known to the compiler'>
  : UnknownMail<`There is no mail named "${Name}"`>

/** The props that the component of a mail declares. */
export type MailProps<Name extends string> = Name extends MailName
  ? PropsOf<RegisteredMails[Name]>
  : unknown

/** The arguments after a mail's name: its props, as for a page. */
export type MailArguments<Name extends string> = PageArguments<
  Name extends MailName ? RegisteredMails[Name] : unknown,
  never
>
