import { SetupError } from '../../../base/support/setup-error.ts'

/** The error for a stored value that its column cannot read, because another program wrote it. */
export function impossibleValue(name: string, stored: unknown, problem: string): SetupError {
  return new SetupError(
    'E_COLUMN_STORED',
    `The column "${name}" holds ${String(stored).slice(0, 40)}, which ${problem}. Leave the column out of the model and read it as text: compute({ … }) with sql.`,
  )
}
