import { toOwnUrl } from '../../../web/routing/url.ts'
import type { ApplicationOptions } from '../../../application/runtime/application-options.ts'
import {
  findOpenChanges,
  type OpenChange,
} from '../../../data/introspection/rolling/open-changes.ts'
import type { MigrationStatus, Migrator } from '../../../data/migrations/migrator.ts'
import { migratePath } from '../pending-migrations.ts'
import { toBadge, toTime } from '../formats.ts'
import { markup, type Markup } from '../markup.ts'
import type { Section } from '../section.ts'
import { toTable } from '../tables.ts'

/** Shows the migrations, a button that runs pending ones, and changes that wait for their last step. */
export function migrationsSection(
  findMigrator: () => Migrator | undefined,
  findApplication: () => Pick<ApplicationOptions, 'models'> | undefined,
): Section {
  return {
    name: 'migrations',
    title: 'Migrations',
    async render() {
      const migrations = (await findMigrator()?.status()) ?? []
      const isPending = migrations.some(({ state }) => state === 'pending')
      return markup`<h1>Migrations</h1>
${isPending ? toOrder() : undefined}
${toTable(migrations.toReversed(), {
  label: 'Migrations',
  empty: markup`There are none. <code>tenon make migration create_notes text:text</code> writes one.`,
  columns: [
    { title: 'Migration', cell: ({ name }) => markup`<code>${name}</code>` },
    { title: 'State', cell: toState },
    { title: 'Batch', cell: ({ batch }) => batch, isNumber: true },
    { title: 'Ran at', cell: ({ ranAt }) => ranAt && toTime(ranAt) },
  ],
})}
${toOpenChanges(findOpenChanges(Object.values(findApplication()?.models ?? {})))}`
    },
  }
}

function toOpenChanges(changes: readonly OpenChange[]): Markup | undefined {
  const [first] = changes
  if (first === undefined) return undefined
  return markup`<h2>Changes in steps</h2>
<p class="hint">The version before still works with these columns. Once this version is deployed everywhere, take the next step, and run <code>node main.ts make:migration --drop ${toName(first)}</code>.</p>
${toTable(changes, {
  label: 'Changes in steps',
  empty: '',
  columns: [
    { title: 'Column', cell: ({ place }) => markup`<code>${place}</code>` },
    { title: 'Now', cell: ({ text }) => text },
    { title: 'Next', cell: ({ next }) => next },
  ],
})}`
}

/** The name of the migration that finishes a change. */
function toName({ place }: OpenChange): string {
  return `finish_${place.replace('.', '_')}`
}

function toOrder(): Markup {
  return markup`<form method="post" action="${toOwnUrl(migratePath)}"><button>Run the pending migrations</button></form>`
}

function toState({ state, isLate }: MigrationStatus): Markup {
  if (state === 'applied') return toBadge(state, 'good')
  if (state === 'missing') return toBadge('file is missing', 'bad')
  return toBadge(isLate ? 'pending, late' : state, 'warn')
}
