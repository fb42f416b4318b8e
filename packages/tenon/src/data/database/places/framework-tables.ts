/** Tells by its name whether a table is the framework's own, which models and migrations do not declare. */
export function isFrameworkTable(name: string): boolean {
  return name === 'migrations' || name.startsWith('tenon_')
}
