import { usePage } from 'tenon/react'
import { Toast } from '../parts/Toast.tsx'
import { dismiss } from '../../words/accounts.ts'

/** What the last action has done. */
export function Notice() {
  return <Toast message={usePage().flash.notice} dismiss={dismiss()} />
}
