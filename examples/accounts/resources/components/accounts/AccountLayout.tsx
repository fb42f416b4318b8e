import type { ReactNode } from 'react'
import { Head } from 'tenon/react'
import './accounts.css'
import { Brand } from './Brand.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { Notice } from './Notice.tsx'

interface AccountLayoutProps {
  readonly title: string
  /** A sentence below the heading. */
  readonly lead?: ReactNode
  readonly children?: ReactNode
  /** Links below the card. */
  readonly footer?: ReactNode
  /** Whether the page can be shown only once, so that it offers no other language. */
  readonly isShownOnce?: boolean
}

/** The frame of a page with one thing to do: a card in the middle of the window. */
export function AccountLayout({
  title,
  lead,
  children,
  footer,
  isShownOnce = false,
}: AccountLayoutProps) {
  return (
    <div className="accounts centered">
      <Head title={title} />
      <header>
        <Brand />
      </header>
      <main>
        <Notice />
        <div className="card">
          <h1>
            <bdi>{title}</bdi>
          </h1>
          {lead !== undefined && <p className="lead">{lead}</p>}
          {children}
        </div>
        {footer !== undefined && <p className="aside">{footer}</p>}
      </main>
      {!isShownOnce && (
        <footer>
          <LanguageSwitch />
        </footer>
      )}
    </div>
  )
}
