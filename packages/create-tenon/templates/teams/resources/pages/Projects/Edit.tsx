import { action } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { Confirm } from '../../components/accounts/Confirm.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { Section } from '../../components/accounts/Section.tsx'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'
import { nameLabel } from '../../words/accounts.ts'
import {
  deleteProject,
  deleteProjectAbout,
  deleteProjectSubmit,
  projectName,
  projectNameAbout,
} from '../../words/projects.ts'
import { saveName } from '../../words/teams.ts'

interface EditProps extends TeamFrame {
  readonly project: { readonly id: number; readonly name: string }
}

export default function Edit(props: EditProps) {
  const { team, project } = props
  const parameters = { team: team.id, project: project.id }
  return (
    <TeamLayout {...props} title={project.name} current="projects">
      <Section title={nameLabel()} about={projectNameAbout()}>
        <AccountForm
          action={action('projects.update', parameters)}
          submit={saveName()}
          fields={['name']}
        >
          <Field name="name" label={projectName()} autoComplete="off" defaultValue={project.name} />
        </AccountForm>
      </Section>

      <Section title={deleteProject()} about={deleteProjectAbout()}>
        <Confirm
          action={action('projects.destroy', parameters)}
          title={deleteProjectSubmit()}
          submit={deleteProjectSubmit()}
          isDangerous
        />
      </Section>
    </TeamLayout>
  )
}
