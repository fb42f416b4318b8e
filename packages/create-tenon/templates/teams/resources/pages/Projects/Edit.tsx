import { action } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { Section } from '../../components/accounts/Section.tsx'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'

interface EditProps extends TeamFrame {
  readonly project: { readonly id: number; readonly name: string }
}

export default function Edit(props: EditProps) {
  const { team, project } = props
  const parameters = { team: team.id, project: project.id }
  return (
    <TeamLayout {...props} title={project.name} current="projects">
      <Section title="Name" about="All members of the team see it.">
        <AccountForm
          action={action('projects.update', parameters)}
          submit="Save name"
          labels={{ name: 'Name of the project' }}
        >
          <Field
            name="name"
            label="Name of the project"
            autoComplete="off"
            defaultValue={project.name}
          />
        </AccountForm>
      </Section>

      <Section title="Delete the project" about="Nobody can bring it back.">
        <AccountForm
          action={action('projects.destroy', parameters)}
          submit="Delete project"
          isDangerous
        />
      </Section>
    </TeamLayout>
  )
}
