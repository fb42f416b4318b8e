/** Tells whether a table is the framework's own, which models and migrations do not declare. */
export function isFrameworkTable(name: string): boolean {
  return names.has(name) || name.startsWith('tenon_')
}

/** Also the names from before a rename, which are views afterwards. */
const names: ReadonlySet<string> = new Set([
  'migrations',
  'queue_batches',
  'queue_jobs',
  'queue_rates',
  'queue_signals',
  'queue_steps',
  'queue_workers',
  'queue_attachments',
  'schedule_tasks',
  'schedule_runs',
  'sessions',
])
