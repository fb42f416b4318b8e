import { formatNumber } from 'tenon/languages'
import { action } from 'tenon/react'
import type { ImportReport } from '../../../app/import-tickets.ts'
import { AccountForm } from '../../components/accounts/AccountForm.tsx'
import { Field } from '../../components/accounts/Field.tsx'
import { Section } from '../../components/accounts/Section.tsx'
import { TeamLayout, type TeamFrame } from '../../components/teams/TeamLayout.tsx'
import {
  chooseAFile,
  chooseAFileAbout,
  columnsHint,
  fileIsCut,
  fileLabel,
  importLink,
  importTitle,
  lineNumber,
  linesRefused,
  reportTitle,
  ticketsImported,
} from '../../words/imports.ts'

interface ImportProps extends TeamFrame {
  readonly columns: readonly string[]
  readonly report: ImportReport | null
}

/** Imports tickets from a file, and shows the result. */
export default function Import(props: ImportProps) {
  const { team, columns, report } = props
  return (
    <TeamLayout {...props} title={importTitle()} current="tickets">
      {/* Always rendered: screen readers announce only changes of an element that exists already. */}
      <div role="status">{report !== null && <Report {...report} />}</div>
      <Section title={chooseAFile()} about={chooseAFileAbout()}>
        <AccountForm
          action={action('imports.store', { team: team.id })}
          submit={importLink()}
          fields={['file']}
        >
          <Field
            name="file"
            label={fileLabel()}
            hint={columnsHint({ names: columns.join(', ') })}
            type="file"
            accept=".csv,text/csv"
          />
        </AccountForm>
      </Section>
    </TeamLayout>
  )
}

function Report({ added, refused, problems, isCut }: ImportReport) {
  return (
    <section className="card report" aria-label={reportTitle()}>
      <h2>{reportTitle()}</h2>
      <p>{ticketsImported({ count: added })}</p>
      {isCut && <p>{fileIsCut()}</p>}
      {refused > 0 && <p>{linesRefused({ count: refused })}</p>}
      {problems.length > 0 && (
        <dl>
          {problems.map(({ line, text }) => (
            <div key={line}>
              <dt>{lineNumber({ line: formatNumber(line) })}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
