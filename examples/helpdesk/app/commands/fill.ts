import { command } from 'tenon'
import { hash } from 'tenon/auth'
import { transaction } from 'tenon/database'
import { priorities, statuses } from '../../resources/components/tickets/choices.ts'
import { Membership } from '../models/membership.ts'
import { Team } from '../models/team.ts'
import { Comment, Ticket } from '../models/ticket.ts'
import { User } from '../models/user.ts'

const teamCount = 50
const usersPerTeam = 40
const ticketsPerTeam = 4000
const commentsPerTicket = 5
const perStatement = 1000

/** Creates 50 teams, 2,000 users, 200,000 tickets and 1,000,000 comments, for measurements. */
export const fill = command('fill', {
  summary: 'Fill the database with 50 teams, to measure with',
}).run(async ({ print }) => {
  const password = await hash.make('correct horse battery')
  for (let team = 1; team <= teamCount; team += 1) {
    await transaction(() => addTeam(team, password))
    print(`${team} of ${teamCount} teams`)
  }
})

async function addTeam(number: number, password: string): Promise<void> {
  const team = await Team.create({ name: `Team ${number}`, fields: [plan] })
  const people = times(usersPerTeam, (i) => ({
    name: `Member ${i}`,
    email: `member${i}@team${number}.example`,
    password,
    verified_at: new Date(),
  }))
  const users = await User.createMany(people, { returning: ['id'] })
  await Membership.of(team).createMany(
    users.map(({ id }, i) => ({ user_id: id, role: i === 0 ? 'owner' : 'member' })),
  )
  for (let added = 0; added < ticketsPerTeam; added += perStatement) {
    await addTickets(
      team,
      users.map(({ id }) => id),
      added,
    )
  }
}

async function addTickets(team: Team, users: readonly number[], first: number): Promise<void> {
  const drafts = times(perStatement, (i) => toTicket(first + i, users))
  const tickets = await Ticket.of(team).createMany(drafts, { returning: ['id'] })
  const comments = tickets.flatMap(({ id }, i) =>
    times(commentsPerTicket, (n) => ({
      ticket_id: id,
      author_id: n % 2 === 0 ? null : (users[i % users.length] ?? null),
      is_by_customer: n % 2 === 0,
      is_internal: false,
      body: `${words[(i + n) % words.length]} again, and nothing has changed since ${n} days.`,
    })),
  )
  for (let added = 0; added < comments.length; added += perStatement) {
    await Comment.ofAnyone().createMany(comments.slice(added, added + perStatement))
  }
}

function toTicket(i: number, users: readonly number[]) {
  const status = statuses[i % statuses.length] ?? 'open'
  return {
    subject: `${words[i % words.length]} ${i}`,
    body: `The ${words[(i * 7) % words.length]} does not work since this morning.`,
    customer_name: `Customer ${i % 500}`,
    customer_email: `customer${i % 500}@example.com`,
    status,
    priority: priorities[i % priorities.length] ?? 'normal',
    assignee_id: i % 3 === 0 ? null : (users[i % users.length] ?? null),
    due_on: toDay((i % 60) - 30),
    solved_on: status === 'solved' ? toDay(-(i % 30)) : null,
    rating: status === 'solved' ? (i % 5) + 1 : null,
    fields: { plan: plan.choices[i % plan.choices.length] ?? '' },
  }
}

function toDay(fromNow: number): string {
  return new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10)
}

function times<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i))
}

const plan = { key: 'plan', name: 'Plan', kind: 'choice' as const, choices: ['Small', 'Large'] }

const words = ['Printer', 'Invoice', 'Loom', 'Password', 'Screen', 'Report', 'Export', 'Keyboard']
