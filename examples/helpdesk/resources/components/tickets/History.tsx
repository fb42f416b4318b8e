import type { ViewOf } from 'tenon/models'
import type { PersonView } from '../../../app/views.ts'
import { Moment } from '../accounts/Moment.tsx'
import { priorityNames, statusNames, type Priority, type Status } from './words.ts'

/** Something that was decided about a ticket. */
export interface Decision {
  readonly id: number
  readonly at: string
  readonly action: 'created' | 'updated' | 'deleted'
  /** `null` if it was no member, or one who is gone. */
  readonly by: string | null
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
    <section className="card history" aria-label="History">
      <h2>History</h2>
      <ol>
        {history.map((decision) => (
          <li key={decision.id}>
            {toSentences(decision, names).join(' ')}
            <span className="hint">
              {decision.by ?? 'Nobody of the team'}, <Moment at={decision.at} isExact />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function toSentences(
  { action, status, priority, assignee_id, due_on }: Decision,
  names: ReadonlyMap<number, string>,
): readonly string[] {
  if (action === 'created') return ['Added.']
  const assignee = names.get(assignee_id?.to ?? 0) ?? 'a former member'
  const sentences = [
    status?.to && `Status: ${statusNames[status.to]}.`,
    priority?.to && `Priority: ${priorityNames[priority.to]}.`,
    assignee_id && (assignee_id.to === null ? 'Assigned to nobody.' : `Assigned to ${assignee}.`),
    due_on && (due_on.to === null ? 'Due at no date.' : `Due on ${due_on.to}.`),
  ].filter((sentence) => typeof sentence === 'string')
  return sentences.length === 0 ? ['Changed.'] : sentences
}
