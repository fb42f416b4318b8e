import { useState, type ReactNode } from 'react'

interface CopyButtonProps {
  readonly text: string
  /** Other buttons beside it. */
  readonly children?: ReactNode
}

/** Copies a text that is shown once, and says so. */
export function CopyButton({ text, children }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    setState(isCopied ? 'copied' : 'failed')
  }
  return (
    <div className="copy">
      <div className="actions">
        <button type="button" className="press plain" onClick={() => void copy()}>
          {state === 'copied' ? 'Copied' : 'Copy'}
        </button>
        {children}
      </div>
      <p role="status" className="hint">
        {said[state]}
      </p>
    </div>
  )
}

const said = {
  idle: '',
  copied: 'Copied to the clipboard.',
  failed: 'Your browser does not allow that. Select the text and copy it.',
}
