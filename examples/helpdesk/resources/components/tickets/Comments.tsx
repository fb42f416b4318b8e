import type { ViewOf } from 'tenon/models'
import type { CommentView } from '../../../app/views.ts'
import { Moment } from '../accounts/Moment.tsx'
import { Files } from './Files.tsx'

interface CommentsProps {
  readonly team: { readonly id: number }
  /** Who wrote those that no member has written. */
  readonly customer: string
  readonly comments: readonly ViewOf<typeof CommentView>[]
}

/** Answers and notes, as they come in. Screen readers hear of new ones. */
export function Comments({ team, customer, comments }: CommentsProps) {
  return (
    <section aria-label="Answers and notes" aria-live="polite">
      {comments.map(
        ({ id, author, body, is_internal, is_by_customer, attachments, created_at }) => (
          <article key={id} className={is_internal ? 'card message note' : 'card message'}>
            <header>
              <strong>{is_by_customer ? customer : (author?.name ?? 'A former member')}</strong>
              <span className="hint">
                {is_internal ? 'Internal note' : 'Answer'}, <Moment at={created_at} />
              </span>
            </header>
            <p>{body}</p>
            <Files team={team} files={attachments} />
          </article>
        ),
      )}
    </section>
  )
}
