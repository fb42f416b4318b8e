import type { Wire } from 'tenon'
import { action, Form, Link, route } from 'tenon/react'
import type { User } from '../../../app/models/user.ts'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'

/** For users who are logged in, but have not verified their address. */
export default function VerifyFirst({ user }: { user: Wire<User> }) {
  return (
    <AccountLayout
      title="Verify your address"
      lead={
        <>
          Open the link that we have sent to <strong>{user.email}</strong>.
        </>
      }
      footer={<Link href={route('settings.show')}>Settings</Link>}
    >
      <AccountForm action={action('verification.store')} submit="Send it again" />
      <Form action={action('login.destroy')}>
        <button className="press plain">Log out</button>
      </Form>
    </AccountLayout>
  )
}
