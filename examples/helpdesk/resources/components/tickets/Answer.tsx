import { action } from 'tenon/react'
import { AccountForm } from '../accounts/AccountForm.tsx'
import { TextField } from './TextField.tsx'

interface AnswerProps {
  readonly team: { readonly id: number }
  readonly ticket: { readonly id: number }
}

export function Answer({ team, ticket }: AnswerProps) {
  return (
    <section className="card" aria-label="Answer the customer">
      <AccountForm
        action={action('comments.store', { team: team.id, ticket: ticket.id })}
        submit="Send"
        labels={{ body: 'Your answer' }}
      >
        <TextField name="body" label="Your answer" />
        <label className="check">
          <input type="checkbox" name="is_internal" value="true" />
          Only a note for the team
        </label>
      </AccountForm>
    </section>
  )
}
