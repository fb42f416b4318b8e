import type { ReactNode } from 'react'
import './parts.css'

interface EmptyStateProps {
  /** Says what is missing. */
  readonly title: string
  /** What to do about it. */
  readonly children?: ReactNode
}

/** Shown instead of an empty list. */
export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <div className="part-empty">
      <p>{title}</p>
      {children}
    </div>
  )
}
