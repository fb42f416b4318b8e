import { formatDate } from 'tenon/languages'
import type { ViewOf } from 'tenon/models'
import type { PersonView } from '../../../app/views.ts'
import { toMoment } from '../accounts/Moment.tsx'
import { priorityNames, statusNames, type Priority, type Status } from './choices.ts'
import {
  assignedTo,
  assignedToNobody,
  byAt,
  dueAtNoDate,
  formerMember,
  historyTitle,
  newPriorityIs,
  newStatusIs,
  nobodyOfTeam,
  nowDueOn,
  wasAdded,
  wasChanged,
  wasDeleted,
} from '../../words/tickets.ts'

/** A change of a ticket. */
export interface Decision {
  readonly id: number
  readonly at: string
  readonly action: 'created' | 'updated' | 'deleted'
  /** The key of a member, who may have left; `null` if no member made the change. */
  readonly by: number | null
  readonly status?: Change<Status>
  readonly priority?: Change<Priority>
  readonly assignee_id?: Change<number>
  readonly due_on?: Change<string>
}

interface Change<Value> {
  readonly from: Value | null
  readonly to: Value | null
}

interface HistoryProps {
  readonly history: readonly Decision[]
  readonly people: readonly ViewOf<typeof PersonView>[]
}

export function History({ history, people }: HistoryProps) {
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return (
    <section className="card history" aria-label={historyTitle()}>
      <h2>{historyTitle()}</h2>
      <ol>
        {history.map((decision) => (
          <li key={decision.id}>
            {toSentences(decision, names).join(' ')}
            <span className="hint">
              {byAt({ name: toName(decision.by, names), moment: toMoment(decision.at) })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function toName(key: number | null, names: ReadonlyMap<number, string>): string {
  return key === null ? nobodyOfTeam() : (names.get(key) ?? formerMember())
}

function toSentences(
  { action, status, priority, assignee_id, due_on }: Decision,
  names: ReadonlyMap<number, string>,
): readonly string[] {
  if (action === 'created') return [wasAdded()]
  if (action === 'deleted') return [wasDeleted()]
  const assignee = toName(assignee_id?.to ?? null, names)
  const sentences = [
    status?.to && newStatusIs({ status: statusNames[status.to]?.() ?? status.to }),
    priority?.to && newPriorityIs({ priority: priorityNames[priority.to]?.() ?? priority.to }),
    assignee_id && (assignee_id.to === null ? assignedToNobody() : assignedTo({ name: assignee })),
    due_on && (due_on.to === null ? dueAtNoDate() : nowDueOn({ day: formatDate(due_on.to) })),
  ].filter((sentence) => typeof sentence === 'string')
  return sentences.length === 0 ? [wasChanged()] : sentences
}
