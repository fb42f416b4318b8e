import { formatDate } from 'tenon/languages'
import type { ViewOf } from 'tenon/models'
import type { CommentView } from '../../../app/views.ts'
import { Files } from './Files.tsx'
import { answerOn, answersAndNotes, formerMember, noteOn } from '../../words/tickets.ts'

interface CommentsProps {
  readonly team: { readonly id: number }
  /** The customer's name, for the comments that the customer wrote. */
  readonly customer: string
  readonly comments: readonly ViewOf<typeof CommentView>[]
}

/** Answers and notes. Screen readers announce new ones. */
export function Comments({ team, customer, comments }: CommentsProps) {
  return (
    <section aria-label={answersAndNotes()} aria-live="polite">
      {comments.map(
        ({ id, author, body, is_internal, is_by_customer, attachments, created_at }) => (
          <article key={id} className={is_internal ? 'card message note' : 'card message'}>
            <header>
              <strong>
                <bdi>{is_by_customer ? customer : (author?.name ?? formerMember())}</bdi>
              </strong>
              <span className="hint">
                {(is_internal ? noteOn : answerOn)({ day: formatDate(created_at) })}
              </span>
            </header>
            <p dir="auto">{body}</p>
            <Files team={team} files={attachments} />
          </article>
        ),
      )}
    </section>
  )
}
