/** The name of a field in a message: its last part that is not a number, so `files.0` is "files". */
export function toFieldLabel(field: string): string {
  const words = field.split('.').filter((part) => !/^\d+$/.test(part))
  return (words.at(-1) ?? field).replaceAll('_', ' ')
}
