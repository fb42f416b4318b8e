import { usePage } from 'tenon/react'

/** What the last action has done; screen readers announce it. */
export function Notice() {
  const { notice } = usePage().flash
  return <div role="status">{notice !== undefined && <p className="notice">{notice}</p>}</div>
}
