import type { ReactNode } from 'react'
import { AccountLayout } from './AccountLayout.tsx'
import { linkIsDead, linkIsDeadLead } from '../../words/accounts.ts'

interface DeadLinkProps {
  /** How to get a new link. */
  readonly children: ReactNode
  readonly footer?: ReactNode
}

/** Where a link leads that was used, has expired or was made before a change. */
export function DeadLink({ children, footer }: DeadLinkProps) {
  return (
    <AccountLayout title={linkIsDead()} lead={linkIsDeadLead()} footer={footer}>
      {children}
    </AccountLayout>
  )
}
