import type { ReactNode } from 'react'
import { AccountLayout } from './AccountLayout.tsx'

interface DeadLinkProps {
  /** How to get a new link. */
  readonly children: ReactNode
  readonly footer?: ReactNode
}

/** Where a link leads that was used, has expired or was made before a change. */
export function DeadLink({ children, footer }: DeadLinkProps) {
  return (
    <AccountLayout
      title="This link does not work any more"
      lead="Each link works once, and only for a while. A newer one may be in your mailbox."
      footer={footer}
    >
      {children}
    </AccountLayout>
  )
}
