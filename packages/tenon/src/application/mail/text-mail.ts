import { fromText, type TextContent } from './mail-content.ts'
import { MailDraft } from './mail.ts'

/**
 * Begins a mail in plain text, without a component: `await textMail('Welcome', { subject: 'Welcome', text: 'Hello!'
 * }).to(user.email).send()`. Tests and logs show it under the name.
 */
export function textMail(name: string, content: TextContent): MailDraft {
  return MailDraft.begin(name, fromText(content))
}
