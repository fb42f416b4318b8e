import type { ReactNode } from 'react'
import { AccountLayout } from './AccountLayout.tsx'
import { linkIsDead, linkIsDeadLead } from '../../words/accounts.ts'

interface DeadLinkProps {
  /** How to get a new link. */
  readonly children: ReactNode
  readonly footer?: ReactNode
}

/** Shown for a link that was used, has expired, or is no longer valid after a change. */
export function DeadLink({ children, footer }: DeadLinkProps) {
  return (
    <AccountLayout title={linkIsDead()} lead={linkIsDeadLead()} footer={footer}>
      {children}
    </AccountLayout>
  )
}
