import type { OwnTable } from '../../own/own-table.ts'

/**
 * The columns that the models of the last version use whose `migrate` succeeded, which is the version that
 * runs when the next one is deployed: names, with spaces between them, and what the code keeps to after colons.
 *
 * Columns that models used once stay, as `former`: about any other column nothing is known.
 */
export const runningModelTable = {
  name: 'tenon_models',
  columns: { name: 'text', used: 'text', former: 'text' },
  constraints: ['primary key (name)'],
} as const satisfies OwnTable
