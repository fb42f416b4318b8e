import { action, Form } from 'tenon/react'
import { toDeviceName } from './device-name.ts'
import { toMoment } from './Moment.tsx'
import { logOut } from '../../words/accounts.ts'
import { lastUsedFrom, logOutDevice, logOutOthers, thisBrowser } from '../../words/settings.ts'

export interface LoginRow {
  readonly id: string
  readonly device: string
  readonly ip: string
  readonly usedAt: string
  readonly isCurrent: boolean
}

/** The browsers in which a user is logged in, with buttons to end one of them or all others. */
export function Logins({ logins }: { logins: readonly LoginRow[] }) {
  return (
    <>
      <ul className="rows">
        {logins.map((login) => (
          <Login key={login.id} login={login} />
        ))}
      </ul>
      {logins.length > 1 && (
        <Form action={action('logins.destroy-others')} options={{ preserveScroll: true }}>
          <div className="actions">
            <button className="press plain">{logOutOthers()}</button>
          </div>
        </Form>
      )}
    </>
  )
}

function Login({ login }: { login: LoginRow }) {
  const device = toDeviceName(login.device)
  return (
    <li>
      <div>
        <strong>{device}</strong>
        {login.isCurrent && <span className="badge">{thisBrowser()}</span>}
        <p className="hint">{lastUsedFrom({ ip: login.ip, time: toMoment(login.usedAt) })}</p>
      </div>
      {!login.isCurrent && (
        <Form
          action={action('logins.destroy', { login: login.id })}
          options={{ preserveScroll: true }}
        >
          <button className="press plain" aria-label={logOutDevice({ device, ip: login.ip })}>
            {logOut()}
          </button>
        </Form>
      )}
    </li>
  )
}
