import type { ViewOf } from 'tenon/models'
import { action, Form } from 'tenon/react'
import type { LabelView } from '../../../app/views.ts'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { Section } from '../../components/accounts/Section.tsx'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'
import { LabelMark } from '../../components/tickets/LabelMark.tsx'
import { SelectField } from '../../components/tickets/SelectField.tsx'
import { hueNames } from '../../components/tickets/words.ts'

interface LabelsProps extends TeamFrame {
  readonly labels: readonly ViewOf<typeof LabelView>[]
  readonly canChange: boolean
}

export default function Index(props: LabelsProps) {
  const { team, labels, canChange } = props
  return (
    <TeamLayout {...props} title="Labels" current="labels">
      <Section title="All labels" about="With them the team sorts its tickets.">
        {labels.length === 0 ? (
          <p className="none">There is no label yet.</p>
        ) : (
          <ul className="rows">
            {labels.map((label) => (
              <li key={label.id}>
                <LabelMark label={label} />
                {canChange && (
                  <Form
                    action={action('labels.destroy', { team: team.id, label: label.id })}
                    options={{ preserveScroll: true }}
                  >
                    <button className="press plain" aria-label={`Delete ${label.name}`}>
                      Delete
                    </button>
                  </Form>
                )}
              </li>
            ))}
          </ul>
        )}
      </Section>

      {canChange && (
        <Section title="Add a label" about="A short word. Two labels cannot have the same name.">
          <AccountForm
            action={action('labels.store', { team: team.id })}
            submit="Add label"
            labels={{ name: 'Name', hue: 'Color' }}
          >
            <Field name="name" label="Name" autoComplete="off" />
            <SelectField name="hue" label="Color" choices={hueNames} defaultValue="blue" />
          </AccountForm>
        </Section>
      )}
    </TeamLayout>
  )
}
