/** Quotes a word of a printed command if a shell would split or replace it. */
export function toShellWord(text: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(text) ? text : `"${text.replaceAll(/["$`]/g, String.raw`\$&`)}"`
}
