import type { ReactNode } from 'react'
import { formatDate } from 'tenon/languages'
import type { ViewOf } from 'tenon/models'
import type { IncidentView } from '../../../app/views.ts'
import { fromTo, since } from '../../words/status.ts'

export type IncidentRow = ViewOf<typeof IncidentView>

interface IncidentListProps {
  readonly incidents: readonly IncidentRow[]
  /** Renders the actions for an incident. */
  readonly children?: (incident: IncidentRow) => ReactNode
}

/** The open and the past incidents. */
export function IncidentList({ incidents, children }: IncidentListProps) {
  if (incidents.length === 0) return null
  return (
    <ul className="rows incidents">
      {incidents.map((incident) => (
        <li key={incident.id}>
          <div>
            <strong>
              <bdi>{incident.title}</bdi>
            </strong>
            <p dir="auto">{incident.body}</p>
            <p className="hint">{toTime(incident)}</p>
          </div>
          {children?.(incident)}
        </li>
      ))}
    </ul>
  )
}

function toTime({ created_at, ended_at }: IncidentRow): string {
  const from = toMoment(created_at)
  return ended_at === null ? since({ moment: from }) : fromTo({ from, to: toMoment(ended_at) })
}

/** Includes the time zone, because the server does not know the time zone of a first-time visitor. */
function toMoment(at: string): string {
  return formatDate(at, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
}
