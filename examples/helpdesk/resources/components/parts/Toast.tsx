import { useEffect, useState } from 'react'
import { usePage } from 'tenon/react'
import './parts.css'

interface ToastProps {
  /** What the last action has done: a text of `usePage().flash`. */
  readonly message: string | undefined
  /** The name of the button that closes it. */
  readonly dismiss?: string
}

/** A message in view until it is dismissed or the next page comes. The focus stays where it is. */
export function Toast({ message, dismiss = 'Dismiss' }: ToastProps) {
  const { flash } = usePage()
  const [shown, setShown] = useState<string>()

  // Screen readers announce what changes in an element that they know already. The same message can come twice.
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
