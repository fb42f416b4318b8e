import { action, Link, route, useFormContext } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { abilityNames, tokenAbilities } from '../../components/accounts/token-abilities.ts'
import { backToSettings, nameLabel } from '../../words/accounts.ts'
import {
  createAToken,
  createToken,
  createTokenLead,
  expires,
  in30Days,
  in90Days,
  inAWeek,
  inAYear,
  tokenNameHint,
  whatItMayDo,
} from '../../words/settings.ts'

export default function CreateToken() {
  return (
    <AccountLayout
      title={createAToken()}
      lead={createTokenLead()}
      footer={<Link href={route('security.show')}>{backToSettings()}</Link>}
    >
      <AccountForm
        action={action('tokens.store')}
        submit={createToken()}
        fields={['name', 'abilities', 'expires']}
      >
        <Field
          name="name"
          label={nameLabel()}
          hint={tokenNameHint()}
          autoComplete="off"
          autoFocus
        />
        <Abilities />
        <div className="field">
          <label htmlFor="expires">{expires()}</label>
          <div className="entry">
            <select id="expires" name="expires" defaultValue="30d">
              <option value="7d">{inAWeek()}</option>
              <option value="30d">{in30Days()}</option>
              <option value="90d">{in90Days()}</option>
              <option value="365d">{inAYear()}</option>
            </select>
          </div>
        </div>
      </AccountForm>
    </AccountLayout>
  )
}

function Abilities() {
  const error = useFormContext()?.errors['abilities']
  const describedBy = error === undefined ? undefined : 'abilities-error'
  return (
    <fieldset id="abilities" className="field" tabIndex={-1} aria-describedby={describedBy}>
      <legend>{whatItMayDo()}</legend>
      {tokenAbilities.map((ability) => (
        <label key={ability} className="check">
          <input
            type="checkbox"
            name="abilities[]"
            value={ability}
            aria-invalid={error !== undefined}
            aria-describedby={describedBy}
          />{' '}
          {abilityNames[ability]()}
        </label>
      ))}
      {error !== undefined && (
        <p id="abilities-error" className="error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
