import { useEffect, useRef, useState } from 'react'
import { action, useForm } from 'tenon/react'
import { askForPasskey, suggestPasskeys, toProblem, useHasPasskeys } from './passkey-dialog.ts'
import { logInWithPasskey, or } from '../../words/accounts.ts'

/** A button to log in with a passkey. The field for the email address suggests passkeys, too. */
export function PasskeyLogin() {
  const form = useForm(action('passkey-login.store'), { passkey: null })
  const [problem, setProblem] = useState<string>()
  const suggestions = useRef<AbortController>(undefined)
  const isOffered = useHasPasskeys()

  const logIn = async (choose: (signal: AbortSignal) => Promise<unknown>) => {
    // A browser allows only one passkey request at a time.
    suggestions.current?.abort()
    suggestions.current = new AbortController()
    const passkey = await choose(suggestions.current.signal)
    if (passkey === undefined) return
    form.transform(() => ({ passkey }))
    form.submit()
  }
  const logInByDialog = async () => {
    setProblem(undefined)
    await logIn(askForPasskey).catch((error: unknown) => setProblem(toProblem(error)))
  }

  useEffect(() => {
    // The user did not ask for suggestions, so errors are not shown.
    logIn(suggestPasskeys).catch(() => undefined)
    return () => suggestions.current?.abort()
  }, [])

  if (!isOffered) return null
  const message = problem ?? form.errors.passkey
  return (
    <div className="other-way">
      <p className="or">{or()}</p>
      <button
        type="button"
        className="press plain"
        disabled={form.processing}
        onClick={() => void logInByDialog()}
      >
        {logInWithPasskey()}
      </button>
      <p role="alert" className="error">
        {message}
      </p>
    </div>
  )
}
