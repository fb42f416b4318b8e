/** Whether a table, by its name, is the framework's own, so that no model or migration declares it. */
export function isFrameworkTable(name: string): boolean {
  return name === 'migrations' || name.startsWith('tenon_')
}
