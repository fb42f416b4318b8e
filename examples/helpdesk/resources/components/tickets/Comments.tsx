import type { ViewOf } from 'tenon/models'
import type { CommentView } from '../../../app/views.ts'
import { Moment } from '../accounts/Moment.tsx'

/** Answers and notes, as they come in. Screen readers hear of new ones. */
export function Comments({ comments }: { comments: readonly ViewOf<typeof CommentView>[] }) {
  return (
    <section aria-label="Answers and notes" aria-live="polite">
      {comments.map(({ id, author, body, is_internal, created_at }) => (
        <article key={id} className={is_internal ? 'card message note' : 'card message'}>
          <header>
            <strong>{author?.name ?? 'A former member'}</strong>
            <span className="hint">
              {is_internal ? 'Internal note' : 'Answer'}, <Moment at={created_at} />
            </span>
          </header>
          <p>{body}</p>
        </article>
      ))}
    </section>
  )
}
