import { hash } from 'tenon/auth'
import type { Field } from '../../app/fields.ts'
import { foundTeam } from '../../app/found-team.ts'
import { Incident } from '../../app/models/incident.ts'
import { Label } from '../../app/models/label.ts'
import { Membership } from '../../app/models/membership.ts'
import { SavedList } from '../../app/models/saved-list.ts'
import { Comment, Ticket } from '../../app/models/ticket.ts'
import { User } from '../../app/models/user.ts'
import type { Hue } from '../../resources/components/tickets/choices.ts'

/** A team to play with: log in as ada@example.com or grace@example.com with the password "correct horse battery". */
export default async function helpdesk(): Promise<void> {
  if (await User.where('email', 'ada@example.com').exists()) return
  const ada = await addUser('Ada Lovelace', 'ada@example.com')
  const grace = await addUser('Grace Hopper', 'grace@example.com')
  const team = await foundTeam('Engines & Looms', ada)
  await team.update({ fields })
  await Membership.of(team).create({ user_id: grace.id, role: 'member' })
  await SavedList.of(team).create({
    name: 'Nobody has taken it',
    filter: { status: 'open', assignee: 'nobody', search: '', order: 'due' },
  })

  await Incident.of(team).create({
    title: 'The mill runs slowly',
    body: 'A gear is worn. We replace it tonight.',
  })

  const labels: Label[] = []
  for (const [name, hue] of hues) labels.push(await Label.of(team).create({ name, hue }))
  for (const [i, [subject, body]] of stories.entries()) {
    const isSolved = i % 4 === 3
    const ticket = await Ticket.of(team).create({
      subject,
      body,
      customer_name: customers[i % customers.length] ?? '',
      customer_email: `customer${i}@example.com`,
      status: isSolved ? 'solved' : i % 3 === 1 ? 'waiting' : 'open',
      due_on: toDay(i - 3),
      solved_on: isSolved ? toDay(-i) : null,
      rating: isSolved ? 4 : null,
      cost: isSolved ? '40.00' : null,
      priority: i % 5 === 0 ? 'urgent' : 'normal',
      assignee_id: i % 2 === 0 ? ada.id : null,
      fields: i % 2 === 0 ? { machine: machines[i % machines.length] ?? '', rows: 256 * i } : {},
    })
    const label = labels[i % labels.length]
    if (label !== undefined) await ticket.attach(Ticket.labels, [label.id])
    if (i % 3 !== 1) continue
    await Comment.of(ticket).create({
      author_id: grace.id,
      body: 'Thank you for the report. Which version do you use?',
      is_internal: false,
    })
  }
}

/** The day that is this many days from now, in the format of a date column. */
function toDay(fromNow: number): string {
  return new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10)
}

async function addUser(name: string, email: string): Promise<User> {
  const password = await hash.make('correct horse battery')
  return User.create({ name, email, password, verified_at: new Date() })
}

const machines = ['Loom', 'Engine', 'Printer']

const fields: Field[] = [
  { key: 'machine', name: 'Machine', kind: 'choice', choices: machines },
  { key: 'rows', name: 'Rows', kind: 'number', choices: [] },
  { key: 'bought_on', name: 'Bought on', kind: 'date', choices: [] },
]

const hues: readonly (readonly [string, Hue])[] = [
  ['bug', 'red'],
  ['question', 'blue'],
  ['billing', 'amber'],
  ['wish', 'violet'],
]

const customers = ['Charles Babbage', 'Mary Somerville', 'Joseph Jacquard']

const stories = [
  ['The printer burns', 'It burns since Monday. We have turned it off and on again.'],
  ['An invoice has the wrong address', 'We have moved. Please send it again to the new address.'],
  ['How do we export the punch cards?', 'The menu has no entry for it.'],
  ['The loom stops after 1,024 rows', 'It happens with every pattern. The log is empty.'],
  ['A dark theme, please', 'The night shift would be grateful.'],
  ['The password mail does not arrive', 'Not in the spam folder, either.'],
  ['Two operators see different numbers', 'One of them is in another time zone.'],
  ['Thank you!', 'The last update has made our work a lot easier.'],
] as const
