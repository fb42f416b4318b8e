import { handler, page } from 'tenon'
import type { Team } from '../../models/team.ts'
import { Ticket } from '../../models/ticket.ts'
import { peopleOf } from '../../people-of.ts'
import { inTeam, teamFrame } from '../teams/team-frame.ts'

const dayMs = 86_400_000

/** Shows how much there is to do, who does it, and what customers think. The database does the counting. */
export const show = handler(inTeam).run(async ({ team, user }, request) => {
  const ratings = Ticket.of(team).where('rating', '!=', null)
  return page('Reports/Show', {
    ...(await teamFrame(request, team, user)),
    statuses: await Ticket.of(team).groupBy('status').count().all(),
    days: await countSolved(team, new Date()),
    loads: await countOpen(team),
    ratings: await ratings.count(),
    rating: await ratings.avg('rating'),
    cost: await Ticket.of(team).where('status', 'solved').sum('cost'),
  })
})

/** The number of tickets solved on each of the last 14 days, with 0 for a day without one. */
async function countSolved(team: Team, today: Date) {
  const days = Array.from({ length: 14 }, (_, i) =>
    new Date(today.getTime() - (13 - i) * dayMs).toISOString().slice(0, 10),
  )
  const counted = await Ticket.of(team)
    .where('solved_on', '>=', days[0] ?? '')
    .groupBy('solved_on')
    .count()
    .all()
  const counts = new Map(counted.map(({ solved_on, count }) => [solved_on, count]))
  return days.map((day) => ({ day, count: counts.get(day) ?? 0 }))
}

/** The number of open tickets of each member, the highest first. */
async function countOpen(team: Team) {
  const counted = await Ticket.of(team)
    .where('status', 'open')
    .groupBy('assignee_id')
    .count()
    .orderBy('count', 'desc')
    .all()
  const names = new Map((await peopleOf(team)).map(({ id, name }) => [id, name]))
  return counted.map(({ assignee_id, count }) => ({
    name: assignee_id === null ? null : (names.get(assignee_id) ?? null),
    count,
  }))
}
