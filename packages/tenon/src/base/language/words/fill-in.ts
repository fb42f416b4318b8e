/** Fills values into a text of ours: `{count}` is replaced by the value of that name, and stays if there is none. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  if (!text.includes('{')) return text
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return value ?? whole
  })
}
