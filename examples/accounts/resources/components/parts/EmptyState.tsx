import type { ReactNode } from 'react'
import './parts.css'

interface EmptyStateProps {
  /** What there is none of. */
  readonly title: string
  /** What to do about it. */
  readonly children?: ReactNode
}

/** Stands where a list has nothing to show. */
export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div className="part-empty">
      <p>{title}</p>
      {children}
    </div>
  )
}
