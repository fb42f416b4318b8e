import { handler, page, type Middleware } from 'tenon'
import { PayloadTooLarge, ValidationFailed } from 'tenon/errors'
import { isTooLarge } from '../../../resources/words/imports.ts'
import { importTickets } from '../../import-tickets.ts'
import { ImportRequest } from '../../requests/ticket-requests.ts'
import { assertMember } from '../../while-member.ts'
import { columnsOf } from '../../write-tickets.ts'
import { inTeam, teamFrame } from '../teams/team-frame.ts'

export const create = handler(inTeam).run(async ({ team, user }, request) =>
  page('Tickets/Import', {
    ...(await teamFrame(request, team, user)),
    columns: columnsOf(team),
    report: null,
  }),
)

/** Responds with the report instead of a redirect: it may be too long for flash data. */
export const store = handler({ ...inTeam, form: ImportRequest }).run(
  async ({ team, user, member, form }, request) => {
    await assertMember(member)
    return page('Tickets/Import', {
      ...(await teamFrame(request, team, user)),
      columns: columnsOf(team),
      report: await importTickets(team, form.file.stream()),
    })
  },
)

/** Shows a message at the field if the request is larger than `UPLOAD_LIMIT`. */
export const tooLarge: Middleware = async (_request, next) => {
  const reply = await next()
  if (!(reply.error instanceof PayloadTooLarge)) return reply
  throw new ValidationFailed({ file: isTooLarge() })
}
