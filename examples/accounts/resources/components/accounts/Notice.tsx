import { usePage } from 'tenon/react'
import { Toast } from '../parts/Toast.tsx'
import { dismiss } from '../../words/accounts.ts'

/** Shows the notice of the last action. */
export function Notice() {
  return <Toast message={usePage().flash.notice} dismiss={dismiss()} />
}
