import type { Wire } from 'tenon'
import { action, Link, route } from 'tenon/react'
import type { User } from '../../../app/models/user.ts'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'

export default function Delete({ user }: { user: Wire<User> }) {
  return (
    <AccountLayout
      title="Delete your account?"
      lead={
        <>
          The account of <strong>{user.email}</strong> is deleted at once. Nobody can bring it back.
        </>
      }
      footer={<Link href={route('settings.show')}>Keep my account</Link>}
    >
      <AccountForm
        action={action('settings.destroy')}
        submit="Delete my account"
        labels={{ email: 'Your email address' }}
        isDangerous
      >
        <Field
          name="email"
          label="Your email address"
          hint="Type it to confirm that you want this."
          type="email"
          autoComplete="off"
          autoFocus
        />
      </AccountForm>
    </AccountLayout>
  )
}
