import type { ViewOf } from 'tenon/models'
import { action } from 'tenon/react'
import type { LabelView } from '../../../app/views.ts'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { Confirm } from '../../components/accounts/Confirm.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { Section } from '../../components/accounts/Section.tsx'
import { EmptyState } from '../../components/parts/EmptyState.tsx'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'
import { LabelMark } from '../../components/tickets/LabelMark.tsx'
import { SelectField } from '../../components/tickets/SelectField.tsx'
import { hueNames } from '../../components/tickets/choices.ts'
import { nameLabel } from '../../words/accounts.ts'
import {
  addALabel,
  addALabelAbout,
  addLabel,
  allLabels,
  allLabelsAbout,
  colorLabel,
  deleteIt,
  deleteNamed,
  labelsTitle,
  noLabelYet,
} from '../../words/tickets.ts'

interface LabelsProps extends TeamFrame {
  readonly labels: readonly ViewOf<typeof LabelView>[]
  readonly canChange: boolean
}

export default function Index(props: LabelsProps) {
  const { team, labels, canChange } = props
  return (
    <TeamLayout {...props} title={labelsTitle()} current="labels">
      <Section title={allLabels()} about={allLabelsAbout()}>
        {labels.length === 0 ? (
          <EmptyState title={noLabelYet()} />
        ) : (
          <ul className="rows">
            {labels.map((label) => (
              <li key={label.id}>
                <LabelMark label={label} />
                {canChange && (
                  <Confirm
                    action={action('labels.destroy', { team: team.id, label: label.id })}
                    title={deleteNamed({ name: label.name })}
                    submit={deleteIt()}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Section>

      {canChange && (
        <Section title={addALabel()} about={addALabelAbout()}>
          <AccountForm
            action={action('labels.store', { team: team.id })}
            submit={addLabel()}
            fields={['name', 'hue']}
          >
            <Field name="name" label={nameLabel()} autoComplete="off" />
            <SelectField
              name="hue"
              label={colorLabel()}
              choices={Object.entries(hueNames)}
              defaultValue="blue"
            />
          </AccountForm>
        </Section>
      )}
    </TeamLayout>
  )
}
