/** Fills values into a text of Tenon: replaces `{count}` by the value of that name, if there is one. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  if (!text.includes('{')) return text
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    return value ?? whole
  })
}
