import { toOwnUrl } from '../../../web/routing/url.ts'
import { type Mailbox, mailboxPath } from '../../mailbox/mailbox.ts'
import { toTime } from '../formats.ts'
import { markup } from '../markup.ts'
import type { Section } from '../section.ts'
import { toTable } from '../tables.ts'

/** Shows the mails that the mailbox has kept instead of sending them. */
export function mailsSection(mailbox: Mailbox): Section {
  return {
    name: 'mails',
    title: 'Mails',
    render: () => markup`<h1>Mails</h1>
${toTable(mailbox.mails, {
  label: 'Mails',
  empty: markup`No mail was sent since <code>tenon dev</code> started.`,
  columns: [
    {
      title: 'Subject',
      cell: ({ key, message }) =>
        markup`<a href="${toOwnUrl(mailboxPath)}/${key}"><b>${message.subject}</b></a>`,
    },
    {
      title: 'To',
      cell: ({ message }) => message.to.map(({ address }) => address).join(', '),
    },
    { title: 'Sent', cell: ({ at }) => toTime(at) },
  ],
})}
<p class="hint">Unless <code>MAIL_URL</code> is set, mails stay in the <a href="${toOwnUrl(mailboxPath)}">mailbox</a>.</p>`,
  }
}
