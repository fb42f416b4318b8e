/** Puts a space between words that only capitals separate: `KeepFields` → `Keep Fields`, `APIKey` → `API Key`. */
export function splitCapitals(text: string): string {
  return text.replaceAll(/([a-z0-9])(?=[A-Z])|([A-Z]{2,})(?=[A-Z][a-z])/g, '$& ')
}
