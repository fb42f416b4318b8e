import { Link } from 'tenon/react'
import './parts.css'

interface TabsProps {
  /** What the pages are about, for screen readers. */
  readonly label: string
  readonly tabs: readonly Tab[]
}

export interface Tab {
  readonly href: string
  readonly label: string
  readonly isCurrent: boolean
}

/** Links between pages that belong together. Each has its URL, so the browser's buttons and bookmarks work. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav className="part-tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.href} href={tab.href} aria-current={tab.isCurrent ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
