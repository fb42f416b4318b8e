import { useRef } from 'react'
import { action, route, useHttp } from 'tenon/react'
import { AccountForm } from '../accounts/AccountForm.tsx'
import { FilesField } from './FilesField.tsx'
import { TextField } from './TextField.tsx'
import {
  answerTheCustomer,
  isMuted,
  noteHint,
  onlyNote,
  send,
  yourAnswer,
} from '../../words/tickets.ts'

interface AnswerProps {
  readonly team: { readonly id: number }
  readonly ticket: { readonly id: number; readonly is_muted: boolean }
}

/** How often the browser reports that the user is writing. */
const signEveryMs = 3000

export function Answer({ team, ticket }: AnswerProps) {
  const { post } = useHttp({})
  const signedAt = useRef(-Infinity)
  const at = { team: team.id, ticket: ticket.id }
  const sign = () => {
    if (performance.now() - signedAt.current < signEveryMs) return
    signedAt.current = performance.now()
    void post(route('tickets.write', at))
  }
  return (
    <section className="card" aria-label={answerTheCustomer()}>
      {ticket.is_muted && <p className="hint">{isMuted()}</p>}
      <AccountForm action={action('comments.store', at)} submit={send()} fields={['body', 'files']}>
        <TextField name="body" label={yourAnswer()} onInput={sign} />
        <FilesField />
        <label className="check">
          <input type="checkbox" name="is_internal" value="true" />
          {onlyNote()}
        </label>
        <p className="hint">{noteHint()}</p>
      </AccountForm>
    </section>
  )
}
