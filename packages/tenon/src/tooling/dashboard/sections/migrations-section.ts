import type { MigrationStatus, Migrator } from '../../../data/migrations/migrator.ts'
import { migratePath } from '../pending-migrations.ts'
import { toBadge, toTime } from '../formats.ts'
import { markup, type Markup } from '../markup.ts'
import type { Section } from '../section.ts'
import { toTable } from '../tables.ts'

/** The migrations, and a button that runs the pending ones. */
export function migrationsSection(findMigrator: () => Migrator | undefined): Section {
  return {
    name: 'migrations',
    title: 'Migrations',
    async render() {
      const migrations = (await findMigrator()?.status()) ?? []
      const isPending = migrations.some(({ state }) => state === 'pending')
      return markup`<h1>Migrations</h1>
${isPending ? order : undefined}
${toTable(migrations.toReversed(), {
  label: 'Migrations',
  empty: markup`There are none. <code>tenon make migration create_notes text:text</code> writes one.`,
  columns: [
    { title: 'Migration', cell: ({ name }) => markup`<code>${name}</code>` },
    { title: 'State', cell: toState },
    { title: 'Batch', cell: ({ batch }) => batch, isNumber: true },
    { title: 'Ran at', cell: ({ ranAt }) => ranAt && toTime(ranAt) },
  ],
})}`
    },
  }
}

const order = markup`<form method="post" action="${migratePath}"><button>Run the pending migrations</button></form>`

function toState({ state, isLate }: MigrationStatus): Markup {
  if (state === 'applied') return toBadge(state, 'good')
  if (state === 'missing') return toBadge('file is missing', 'bad')
  return toBadge(isLate ? 'pending, late' : state, 'warn')
}
