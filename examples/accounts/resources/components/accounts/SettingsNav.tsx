import { route } from 'tenon/react'
import { Tabs } from '../parts/Tabs.tsx'
import { account, settings } from '../../words/accounts.ts'
import { securityTab } from '../../words/settings.ts'

/** The pages of the settings; `current` is the one that is shown. */
export function SettingsNav({ current }: { current: 'account' | 'security' }) {
  return (
    <Tabs
      label={settings()}
      tabs={[
        { href: route('settings.show'), label: account(), isCurrent: current === 'account' },
        { href: route('security.show'), label: securityTab(), isCurrent: current === 'security' },
      ]}
    />
  )
}
