import { Link, route } from 'tenon/react'
import { account, settings } from '../../words/accounts.ts'
import { securityTab } from '../../words/settings.ts'

/** The pages of the settings; `current` is the one that is shown. */
export function SettingsNav({ current }: { current: 'account' | 'security' }) {
  return (
    <nav className="tabs" aria-label={settings()}>
      <Link href={route('settings.show')} aria-current={current === 'account' ? 'page' : undefined}>
        {account()}
      </Link>
      <Link
        href={route('security.show')}
        aria-current={current === 'security' ? 'page' : undefined}
      >
        {securityTab()}
      </Link>
    </nav>
  )
}
