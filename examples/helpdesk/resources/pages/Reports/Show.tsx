import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'
import { Bars } from '../../components/tickets/Bars.tsx'
import { statuses, statusNames, type Status } from '../../components/tickets/words.ts'

interface ReportProps extends TeamFrame {
  readonly statuses: readonly { readonly status: Status; readonly count: number }[]
  readonly days: readonly { readonly day: string; readonly count: number }[]
  /** Open tickets of each member; `null` for those of nobody. */
  readonly loads: readonly { readonly name: string | null; readonly count: number }[]
  readonly ratings: number
  readonly rating: number | null
}

export default function Show(props: ReportProps) {
  const counts = new Map(props.statuses.map(({ status, count }) => [status, count]))
  const dayOf = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return (
    <TeamLayout {...props} title="Reports" current="reports">
      <dl className="figures">
        {statuses.map((status) => (
          <div key={status} className="card">
            <dt>{statusNames[status]}</dt>
            <dd>{counts.get(status) ?? 0}</dd>
          </div>
        ))}
        <div className="card">
          <dt>Opinion of customers</dt>
          <dd>
            {props.rating === null ? 'None yet' : `${props.rating.toFixed(1)} of 5`}
            {props.ratings > 0 && <span className="hint"> from {props.ratings}</span>}
          </dd>
        </div>
      </dl>
      <Bars
        title="Solved in the last 14 days"
        rows={props.days.map(({ day, count }) => ({ name: dayOf.format(new Date(day)), count }))}
      />
      <Bars
        title="Open tickets"
        rows={props.loads.map(({ name, count }) => ({ name: name ?? 'Nobody yet', count }))}
      />
    </TeamLayout>
  )
}
