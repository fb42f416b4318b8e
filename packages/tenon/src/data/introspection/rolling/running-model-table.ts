import type { OwnTable } from '../../own/own-table.ts'

/**
 * The columns that the models of the running version use. The running version is the last one whose `migrate`
 * succeeded. `used` has column names separated by spaces; constraints that the code respects follow a name after
 * colons.
 *
 * `former` has the columns that models used earlier. Nothing is known about any other column.
 */
export const runningModelTable = {
  name: 'tenon_models',
  columns: { name: 'text', used: 'text', former: 'text' },
  constraints: ['primary key (name)'],
} as const satisfies OwnTable
