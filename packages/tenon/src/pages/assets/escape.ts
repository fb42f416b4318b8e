/**
 * JSON for a `<script type="application/json">`: without `<` nothing in it can end the element or,
 * like a stored `<!--<script>`, make the parser swallow the rest of the document.
 *
 * By an expression: for text, `replaceAll` ties a rope of all the pieces, which the connection then
 * has to untie: 10 µs for 25 kB with 200 of them, and 7 so.
 */
export function toScriptJson(json: string): string {
  return json.replaceAll(/</g, '\\u003c')
}

/** Text for an element's content or a quoted attribute. */
export function toHtmlText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
