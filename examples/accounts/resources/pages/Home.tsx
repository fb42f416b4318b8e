import type { Wire } from 'tenon'
import { formatDate } from 'tenon/languages'
import { Link, route } from 'tenon/react'
import type { User } from '../../app/models/user.ts'
import { SignedInLayout } from '../components/accounts/SignedInLayout.tsx'
import { emailAddress } from '../words/accounts.ts'
import {
  browsers,
  hello,
  homeLead,
  loggedInWith,
  memberSince,
  openSettings,
} from '../words/home.ts'

interface HomeProps {
  readonly user: Wire<User>
  readonly devices: number
}

/** The first page behind the login. */
export default function Home({ user, devices }: HomeProps) {
  return (
    <SignedInLayout title={hello({ name: user.name })} user={user}>
      <p className="lead">{homeLead()}</p>
      <dl className="facts">
        <div className="card">
          <dt>{emailAddress()}</dt>
          <dd>{user.email}</dd>
        </div>
        <div className="card">
          <dt>{memberSince()}</dt>
          <dd>
            <time dateTime={user.created_at}>
              {formatDate(user.created_at, { dateStyle: 'long' })}
            </time>
          </dd>
        </div>
        <div className="card">
          <dt>{loggedInWith()}</dt>
          <dd>{browsers({ count: devices })}</dd>
        </div>
      </dl>
      <p>
        <Link href={route('settings.show')} className="press">
          {openSettings()}
        </Link>
      </p>
    </SignedInLayout>
  )
}
