import { useState } from 'react'
import { action } from 'tenon/react'
import type { Field as TeamField } from '../../../app/fields.ts'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { Confirm } from '../../components/accounts/Confirm.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { Section } from '../../components/accounts/Section.tsx'
import { EmptyState } from '../../components/parts/EmptyState.tsx'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'
import { SelectField } from '../../components/tickets/SelectField.tsx'
import { TextField } from '../../components/tickets/TextField.tsx'
import { kindNames } from '../../components/tickets/choices.ts'
import { nameLabel } from '../../words/accounts.ts'
import {
  addAField,
  addAFieldAbout,
  addField,
  allFields,
  allFieldsAbout,
  choicesLabel,
  fieldsTitle,
  kindLabel,
  noFieldYet,
} from '../../words/fields.ts'
import { deleteIt, deleteNamed } from '../../words/tickets.ts'

interface FieldsProps extends TeamFrame {
  readonly fields: readonly TeamField[]
}

/** The team's own fields for tickets. */
export default function Index(props: FieldsProps) {
  const { team, can, fields } = props
  return (
    <TeamLayout {...props} title={fieldsTitle()} current="fields">
      <Section title={allFields()} about={allFieldsAbout()}>
        {fields.length === 0 ? (
          <EmptyState title={noFieldYet()} />
        ) : (
          <ul className="rows">
            {fields.map(({ key, name, kind, choices }) => (
              <li key={key}>
                <div>
                  <strong>
                    <bdi>{name}</bdi>
                  </strong>
                  <p className="hint">
                    <code>{key}</code> · {kindNames[kind]?.() ?? kind}
                    {choices.length > 0 && ': '}
                    <bdi>{choices.join(', ')}</bdi>
                  </p>
                </div>
                {can.update && (
                  <Confirm
                    action={action('fields.destroy', { team: team.id })}
                    title={deleteNamed({ name })}
                    submit={deleteIt()}
                  >
                    <input type="hidden" name="key" value={key} />
                  </Confirm>
                )}
              </li>
            ))}
          </ul>
        )}
      </Section>

      {can.update && (
        <Section title={addAField()} about={addAFieldAbout()}>
          <NewField team={team} />
        </Section>
      )}
    </TeamLayout>
  )
}

function NewField({ team }: Pick<FieldsProps, 'team'>) {
  const [kind, setKind] = useState('text')
  return (
    <AccountForm
      action={action('fields.store', { team: team.id })}
      submit={addField()}
      fields={['name', 'kind', 'choices']}
    >
      <Field name="name" label={nameLabel()} autoComplete="off" />
      <SelectField
        name="kind"
        label={kindLabel()}
        choices={Object.entries(kindNames)}
        value={kind}
        onChange={setKind}
      />
      {kind === 'choice' && <TextField name="choices" label={choicesLabel()} />}
    </AccountForm>
  )
}
