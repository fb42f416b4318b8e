import { language } from 'tenon/languages'
import { action } from 'tenon/react'
import { languages } from '../../../app/languages.ts'
import { languageLabel } from '../../words/accounts.ts'
import {
  ofThisBrowser,
  region,
  regionAbout,
  saveRegion,
  timeZoneLabel,
} from '../../words/settings.ts'
import { Select } from '../parts/Select.tsx'
import { AccountForm } from './AccountForm.tsx'
import { nameOf } from './language-names.ts'
import { Section } from './Section.tsx'

/** The part of the settings with language and time zone. */
export function RegionSection({ timeZone }: { timeZone: string | null }) {
  return (
    <Section title={region()} about={regionAbout()}>
      <AccountForm
        key={language()}
        action={action('settings.region')}
        submit={saveRegion()}
        fields={['language', 'time_zone']}
      >
        <div className="field" hidden={languages.length < 2}>
          <label htmlFor="language">{languageLabel()}</label>
          <div className="entry">
            <select id="language" name="language" defaultValue={language()}>
              {languages.map((each) => (
                <option key={each} value={each} lang={each}>
                  {nameOf(each)}
                </option>
              ))}
            </select>
          </div>
        </div>
        <Select
          name="time_zone"
          label={timeZoneLabel()}
          options={['', ...Intl.supportedValuesOf('timeZone')]}
          text={(zone) => zone || ofThisBrowser()}
          defaultValue={timeZone ?? ''}
          translate="no"
        />
      </AccountForm>
    </Section>
  )
}
