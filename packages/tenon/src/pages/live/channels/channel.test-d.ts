import { z } from 'zod'
import { c } from '../../../data/columns/columns.ts'
import { expectType, type Equal } from '../../../data/columns/equal.test-d.ts'
import { Model } from '../../../data/models/model.ts'
import { param } from '../../../web/binding/parameters.ts'
import { get } from '../../../web/routing/route.ts'
import { routes } from '../../../web/routing/route-list.ts'
import type { EntriesOf } from '../../../web/routing/types/entry.ts'
import { channel } from './channel.ts'
import type { ChannelAnswers, MessageIn } from './channel-types.ts'

class Ticket extends Model('tickets', { id: c.id() }) {}
declare const ticket: Ticket

const silent = channel('silent', { ticket: Ticket })
const tickets = channel('tickets', { ticket: Ticket, page: param.integer })
  .messages(z.object({ at: z.date() }))
  .presence(({ ticket }) => ({ id: ticket.id, name: 'Ada' }))

// Records or keys, and what the schema takes.
void tickets.publish({ ticket, page: 1 }, { at: new Date() })
void tickets.publish({ ticket: 5, page: 1 }, { at: new Date() })
// @ts-expect-error -- a key is missing
void tickets.publish({ ticket }, { at: new Date() })
// @ts-expect-error -- another message
void tickets.publish({ ticket, page: 1 }, { at: 'today' })
// @ts-expect-error -- it has no messages
void silent.publish({ ticket }, { text: 'x' })
// @ts-expect-error -- a member has an id
channel('x', {}).presence(() => ({ name: 'Ada' }))

// What arrives in the browser.
const list = routes([get('/tickets/{ticket}/{page}', tickets).name('tickets.channel')])
type Answers = EntriesOf<typeof list>['contract']['answers']
expectType<
  Equal<
    Answers,
    ChannelAnswers<MessageIn<{ at: Date }, { at: string }>, { id: number; name: string }>
  >
>()

// @ts-expect-error -- the path has no {page}
routes([get('/tickets/{ticket}', tickets)])
