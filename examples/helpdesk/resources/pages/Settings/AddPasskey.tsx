import { useState } from 'react'
import { action, Link, route, useForm } from 'tenon/react'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { toDeviceName } from '../../components/accounts/device-name.ts'
import { Field } from '../../components/accounts/Field.tsx'
import {
  createPasskey,
  toProblem,
  useHasPasskeys,
} from '../../components/accounts/passkey-dialog.ts'
import { backToSettings, nameLabel } from '../../words/accounts.ts'
import {
  addAPasskey,
  addPasskey,
  addPasskeyLead,
  noPasskeySupport,
  passkeyNameHint,
} from '../../words/settings.ts'

export default function AddPasskey() {
  const form = useForm(action('passkeys.store'), {
    name: toDeviceName(navigator.userAgent),
    passkey: null,
  })
  const [problem, setProblem] = useState<string>()
  const isOffered = useHasPasskeys()
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
      title={addAPasskey()}
      lead={addPasskeyLead()}
      footer={<Link href={route('security.show')}>{backToSettings()}</Link>}
    >
      {isOffered ? (
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
            label={nameLabel()}
            hint={passkeyNameHint()}
            value={form.data.name}
            onChange={(event) => form.setData('name', event.target.value)}
            error={form.errors.name}
            autoComplete="off"
            autoFocus
          />
          <div className="actions">
            <button className="press" disabled={form.processing}>
              {addPasskey()}
            </button>
          </div>
        </form>
      ) : (
        <p>{noPasskeySupport()}</p>
      )}
    </AccountLayout>
  )
}
