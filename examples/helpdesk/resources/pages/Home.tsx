import type { Wire } from 'tenon'
import { Link, route } from 'tenon/react'
import type { User } from '../../app/models/user.ts'
import { SignedInLayout } from '../components/accounts/SignedInLayout.tsx'

interface HomeProps {
  readonly user: Wire<User>
  readonly devices: number
}

/** The first page behind the login. */
export default function Home({ user, devices }: HomeProps) {
  return (
    <SignedInLayout title={`Hello, ${user.name}`} user={user}>
      <p className="lead">
        Only users with a verified address see this page. Put your application here.
      </p>
      <dl className="facts">
        <div className="card">
          <dt>Email address</dt>
          <dd>{user.email}</dd>
        </div>
        <div className="card">
          <dt>Member since</dt>
          <dd>
            <time dateTime={user.created_at}>{toDay(user.created_at)}</time>
          </dd>
        </div>
        <div className="card">
          <dt>Logged in with</dt>
          <dd>{devices === 1 ? 'this browser' : `${devices} browsers`}</dd>
        </div>
      </dl>
      <p>
        <Link href={route('settings.show')} className="press">
          Open settings
        </Link>
      </p>
    </SignedInLayout>
  )
}

function toDay(instant: string): string {
  return new Date(instant).toLocaleDateString('en', { dateStyle: 'long' })
}
