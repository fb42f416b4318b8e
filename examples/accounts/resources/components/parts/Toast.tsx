import { useEffect, useState } from 'react'
import { usePage } from 'tenon/react'
import './parts.css'

interface ToastProps {
  /** The message of the last action, a text of `usePage().flash`. */
  readonly message: string | undefined
  /** The name of the button that closes it. */
  readonly dismiss?: string
}

/** A message that stays until the user dismisses it or opens another page. It does not take the focus. */
export function Toast({ message, dismiss = 'Dismiss' }: ToastProps) {
  const { flash } = usePage()
  const [shown, setShown] = useState<string>()

  // Screen readers announce only changes of an element that exists already. The same message can come twice.
  useEffect(() => setShown(message), [message, flash])

  return (
    <div className="part-toast" role="status">
      {shown !== undefined && (
        <div>
          <p>{shown}</p>
          <button type="button" aria-label={dismiss} onClick={() => setShown(undefined)} />
        </div>
      )}
    </div>
  )
}
