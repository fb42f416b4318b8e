import { useState, type ReactNode } from 'react'
import { copied, copiedToClipboard, copy, copyNotAllowed } from '../../words/settings.ts'

interface CopyButtonProps {
  readonly text: string
  /** Other buttons beside it. */
  readonly children?: ReactNode
}

/** A button that copies a text, and says whether that worked. */
export function CopyButton({ text, children }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const copyText = async () => {
    try {
      // Without TLS, browsers offer no clipboard.
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // The message below says so, and users can still select the text.
      setState('failed')
    }
  }
  return (
    <div className="copy">
      <div className="actions">
        <button type="button" className="press plain" onClick={() => void copyText()}>
          {state === 'copied' ? copied() : copy()}
        </button>
        {children}
      </div>
      <p role="status" className="hint">
        {state === 'copied' ? copiedToClipboard() : state === 'failed' ? copyNotAllowed() : ''}
      </p>
    </div>
  )
}
