import { action, Form, Link, route } from 'tenon/react'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { Section } from '../../components/accounts/Section.tsx'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'
import { IncidentList, type IncidentRow } from '../../components/tickets/IncidentList.tsx'
import { TextField } from '../../components/tickets/TextField.tsx'
import {
  incidentsAbout,
  incidentsTitle,
  itWorksAgain,
  noIncidents,
  openStatusPage,
  report,
  reportIncident,
  reportIncidentAbout,
  statusPage,
  whatDoesNotWork,
  whatYouDo,
  worksAgainNamed,
} from '../../words/status.ts'

interface IncidentsProps extends TeamFrame {
  readonly incidents: readonly IncidentRow[]
}

/** The page on which members report and end the incidents of the status page. */
export default function Index(props: IncidentsProps) {
  const { team, incidents } = props
  return (
    <TeamLayout {...props} title={statusPage()} current="status">
      <Section title={incidentsTitle()} about={incidentsAbout()}>
        {incidents.length === 0 && <p className="none">{noIncidents()}</p>}
        <IncidentList incidents={incidents}>
          {({ id, title, ended_at }) =>
            ended_at === null && (
              <Form
                action={action('incidents.end', { team: team.id, incident: id })}
                options={{ preserveScroll: true }}
              >
                <button className="press plain" aria-label={worksAgainNamed({ title })}>
                  {itWorksAgain()}
                </button>
              </Form>
            )
          }
        </IncidentList>
        <p>
          <Link href={route('status.show', { team: team.id })}>{openStatusPage()}</Link>
        </p>
      </Section>

      <Section title={reportIncident()} about={reportIncidentAbout()}>
        <AccountForm
          action={action('incidents.store', { team: team.id })}
          submit={report()}
          fields={['title', 'body']}
        >
          <Field name="title" label={whatDoesNotWork()} autoComplete="off" />
          <TextField name="body" label={whatYouDo()} />
        </AccountForm>
      </Section>
    </TeamLayout>
  )
}
