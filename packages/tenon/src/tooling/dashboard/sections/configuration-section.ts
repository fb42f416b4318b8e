import { join } from 'node:path'
import type { ApplicationOptions } from '../../../application/runtime/application-options.ts'
import { loadDatabaseUrls } from '../../../application/config/database-urls.ts'
import { describeSettings } from '../../../application/config/describe-settings.ts'
import type { Settings } from '../../../application/config/settings.ts'
import { personalColumns } from '../../../application/personal/personal-columns.ts'
import { loadAssets } from '../../../pages/assets/load-assets.ts'
import { version } from '../../../base/support/packages/version.ts'
import { toBadge } from '../formats.ts'
import { markup } from '../markup.ts'
import type { Section } from '../section.ts'
import { toFacts, toTable } from '../tables.ts'

export interface ConfigurationSectionOptions {
  readonly settings: () => Settings
  readonly findApplication: () => ApplicationOptions | undefined
}

/** Shows the environment's variables without secrets, and versions. */
export function configurationSection(options: ConfigurationSectionOptions): Section {
  const { settings, findApplication } = options
  return {
    name: 'configuration',
    title: 'Configuration',
    render() {
      const { root, models = {}, commands = [], databases = [] } = findApplication() ?? {}
      const databaseUrls = loadDatabaseUrls(databases.map(({ name }) => name))
      return markup`<h1>Configuration</h1>
<h2>Variables</h2>
${toTable(describeSettings(settings(), databaseUrls), {
  label: 'Variables',
  empty: '',
  columns: [
    { title: 'Variable', cell: ({ variable }) => markup`<code>${variable}</code>` },
    { title: 'Value', cell: ({ value }) => value && markup`<code>${value}</code>` },
    {
      title: 'Source',
      cell: ({ isSet, value }) =>
        isSet
          ? toBadge('set', 'info')
          : toBadge(value === undefined ? 'not set' : 'default', 'quiet'),
    },
  ],
})}
<p class="hint">Keys, tokens and passwords are not shown.</p>
<h2>Application</h2>
${toFacts([
  ['Folder', markup`<code>${root}</code>`],
  ['Models', Object.keys(models).join(', ') || 'none listed'],
  ['Personal columns', list(personalColumns(Object.values(models)))],
  ['Earlier builds with their files', list(findEarlierBuilds(root))],
  ['Commands', commands.map(({ name }) => name).join(', ') || 'none of its own'],
  ['Tenon', version],
  ['Node', process.versions.node],
])}`
    },
  }
}

/** The earlier builds in the folder of `tenon build`, which a deployment keeps. */
function findEarlierBuilds(root: string | undefined): Iterable<string> {
  return root === undefined ? [] : loadAssets(join(root, 'build')).earlier.keys()
}

function list(items: Iterable<string>): string {
  return [...items].join(', ') || 'none'
}
