import { useState } from 'react'
import { action, Link, route, useForm } from 'tenon/react'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { toDeviceName } from '../../components/accounts/device-name.ts'
import { Field } from '../../components/accounts/Field.tsx'
import { createPasskey, hasPasskeys, toProblem } from '../../components/accounts/passkey-dialog.ts'

export default function AddPasskey() {
  const form = useForm(action('passkeys.store'), {
    name: toDeviceName(navigator.userAgent),
    passkey: null,
  })
  const [problem, setProblem] = useState<string>()
  const add = async () => {
    setProblem(undefined)
    try {
      const passkey = await createPasskey()
      form.transform((data) => ({ ...data, passkey }))
      form.submit()
    } catch (error) {
      setProblem(toProblem(error))
    }
  }

  return (
    <AccountLayout
      title="Add a passkey"
      lead="Your browser asks for your finger, your face or a PIN. It keeps the passkey on this device or in your password manager."
      footer={<Link href={route('security.show')}>Back to the settings</Link>}
    >
      {hasPasskeys() ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void add()
          }}
          noValidate
        >
          <p role="alert" className="error">
            {problem ?? form.errors.passkey}
          </p>
          <Field
            name="name"
            label="Name"
            hint="By which you recognize it in the list."
            value={form.data.name}
            onChange={(event) => form.setData('name', event.target.value)}
            error={form.errors.name}
            autoComplete="off"
            autoFocus
          />
          <div className="actions">
            <button className="press" disabled={form.processing}>
              Add passkey
            </button>
          </div>
        </form>
      ) : (
        <p>This browser does not know passkeys. Try a newer one.</p>
      )}
    </AccountLayout>
  )
}
