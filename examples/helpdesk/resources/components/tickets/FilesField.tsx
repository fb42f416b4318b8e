import { useFormContext } from 'tenon/react'
import { filesHint, filesLabel } from '../../words/tickets.ts'

/** A file input with its error, which may be about any of the files. */
export function FilesField() {
  const errors = useFormContext()?.errors ?? {}
  const error = Object.entries(errors).find(([name]) => /^files(\.|$)/.test(name))?.[1]
  return (
    <div className="field">
      <label htmlFor="files">{filesLabel()}</label>
      <p id="files-hint" className="hint">
        {filesHint()}
      </p>
      <input
        id="files"
        name="files[]"
        type="file"
        multiple
        accept="image/png,image/jpeg,image/webp,application/pdf,text/plain"
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? 'files-hint' : 'files-error files-hint'}
      />
      {error !== undefined && (
        <p id="files-error" className="error">
          {error}
        </p>
      )}
    </div>
  )
}
