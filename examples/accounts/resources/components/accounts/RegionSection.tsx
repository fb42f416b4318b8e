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

interface RegionSectionProps {
  readonly timeZone: string | null
  /** The choices. They come from the server, because browsers have different lists with different names. */
  readonly timeZones: readonly string[]
}

/** The part of the settings with language and time zone. */
export function RegionSection({ timeZone, timeZones }: RegionSectionProps) {
  return (
    <Section title={region()} about={regionAbout()}>
      <AccountForm
        action={action('settings.region')}
        submit={saveRegion()}
        fields={['language', 'time_zone']}
      >
        <div className="field" hidden={languages.length < 2}>
          <label htmlFor="language">{languageLabel()}</label>
          <div className="entry">
            <select key={language()} id="language" name="language" defaultValue={language()}>
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
          options={['', ...timeZones]}
          text={(zone) => zone || ofThisBrowser()}
          defaultValue={timeZone ?? ''}
          translate="no"
        />
      </AccountForm>
    </Section>
  )
}
