import { handler, page, redirect, route } from 'tenon'
import { transaction } from 'tenon/database'
import { ValidationFailed } from 'tenon/errors'
import { language } from 'tenon/languages'
import { flash } from 'tenon/pages'
import { addComment } from '../../add-comment.ts'
import { auth } from '../../auth.ts'
import { Team } from '../../models/team.ts'
import { Ticket } from '../../models/ticket.ts'
import { ContactRequest } from '../../requests/customer-requests.ts'
import { sendReceipt } from '../../ticket-mails.ts'
import {
  filesOfRequest,
  mailedYouTooOften,
  requestReceived,
} from '../../../resources/words/customers.ts'

export const create = handler({ team: Team }).run(({ team }) =>
  page('Customers/Contact', { team: { id: team.id, name: team.name } }),
)

/** Mails the link to the ticket to the address that was typed, so that only its owner can read the ticket. */
export const store = handler({ team: Team, form: ContactRequest }).run(
  async ({ team, form: { files, ...written } }, request) => {
    if (!(await auth.links.mayMail(written.customer_email, 'contact'))) {
      throw new ValidationFailed({ customer_email: mailedYouTooOften() })
    }
    await transaction(async () => {
      const ticket = await Ticket.of(team).create({ ...written, customer_language: language() })
      if (files.length > 0) {
        await addComment(ticket, { body: filesOfRequest(), files, author_id: null })
      }
      await sendReceipt(ticket, team)
    })
    flash(request, { notice: requestReceived() })
    return redirect(route('contact.create', { team: team.id }))
  },
)
