import { action, Link, route, useFormContext } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { AccountLayout } from '../../components/accounts/AccountLayout.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { abilityNames, tokenAbilities } from '../../components/accounts/token-abilities.ts'

export default function CreateToken() {
  return (
    <AccountLayout
      title="Create a token"
      lead="A program that has it can act for you. Give it to nobody else."
      footer={<Link href={route('security.show')}>Back to the settings</Link>}
    >
      <AccountForm
        action={action('tokens.store')}
        submit="Create token"
        labels={{ name: 'Name', abilities: 'What it may do', expires: 'Expires' }}
      >
        <Field
          name="name"
          label="Name"
          hint="The program that uses it."
          autoComplete="off"
          autoFocus
        />
        <Abilities />
        <div className="field">
          <label htmlFor="expires">Expires</label>
          <div className="entry">
            <select id="expires" name="expires" defaultValue="30d">
              <option value="7d">in a week</option>
              <option value="30d">in 30 days</option>
              <option value="90d">in 90 days</option>
              <option value="365d">in a year</option>
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
      <legend>What it may do</legend>
      {tokenAbilities.map((ability) => (
        <label key={ability} className="check">
          <input
            type="checkbox"
            name="abilities[]"
            value={ability}
            aria-describedby={describedBy}
          />{' '}
          {abilityNames[ability]}
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
