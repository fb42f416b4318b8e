import { Link, route } from 'tenon/react'

/** The pages of the settings; `current` is the one that is shown. */
export function SettingsNav({ current }: { current: 'account' | 'security' }) {
  return (
    <nav className="tabs" aria-label="Settings">
      <Link href={route('settings.show')} aria-current={current === 'account' ? 'page' : undefined}>
        Account
      </Link>
      <Link
        href={route('security.show')}
        aria-current={current === 'security' ? 'page' : undefined}
      >
        Security
      </Link>
    </nav>
  )
}
