import { formatDate, formatMoney, formatNumber } from 'tenon/languages'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'
import { Bars } from '../../components/tickets/Bars.tsx'
import { statuses, statusNames, type Status } from '../../components/tickets/choices.ts'
import {
  costOfSolved,
  fromCount,
  nobodyYet,
  noneYet,
  ofFive,
  openTickets,
  opinionOfCustomers,
  reportsTitle,
  solvedLately,
} from '../../words/tickets.ts'

interface ReportProps extends TeamFrame {
  readonly statuses: readonly { readonly status: Status; readonly count: number }[]
  readonly days: readonly { readonly day: string; readonly count: number }[]
  /** The open tickets of each member. The name is `null` for unassigned tickets. */
  readonly loads: readonly { readonly name: string | null; readonly count: number }[]
  readonly ratings: number
  readonly rating: number | null
  /** In euros. */
  readonly cost: string
}

export default function Show(props: ReportProps) {
  const counts = new Map(props.statuses.map(({ status, count }) => [status, count]))
  return (
    <TeamLayout {...props} title={reportsTitle()} current="reports">
      <dl className="figures">
        {statuses.map((status) => (
          <div key={status} className="card">
            <dt>{statusNames[status]()}</dt>
            <dd>{counts.get(status) ?? 0}</dd>
          </div>
        ))}
        <div className="card">
          <dt>{opinionOfCustomers()}</dt>
          <dd>
            {props.rating === null ? noneYet() : ofFive({ rating: toTenths(props.rating) })}
            {props.ratings > 0 && (
              <span className="hint">{fromCount({ count: props.ratings })}</span>
            )}
          </dd>
        </div>
        <div className="card">
          <dt>{costOfSolved()}</dt>
          <dd>{formatMoney(props.cost, 'EUR')}</dd>
        </div>
      </dl>
      <Bars
        title={solvedLately()}
        rows={props.days.map(({ day, count }) => ({
          name: formatDate(day, { day: 'numeric', month: 'short' }),
          count,
        }))}
      />
      <Bars
        title={openTickets()}
        rows={props.loads.map(({ name, count }) => ({ name: name ?? nobodyYet(), count }))}
      />
    </TeamLayout>
  )
}

function toTenths(rating: number): string {
  return formatNumber(rating, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}
