/**
 * Escapes JSON for a `<script type="application/json">`.
 *
 * Without `<`, nothing in it can end the element or, like a stored `<!--<script>`, make the parser
 * swallow the rest of the document.
 *
 * Uses a regular expression because `replaceAll` with text builds a rope of all the pieces, which
 * the connection then has to flatten: 10 µs for 25 kB with 200 matches, instead of 7 µs.
 */
export function toScriptJson(json: string): string {
  return json.replaceAll(/</g, '\\u003c')
}

/** Escapes text for an element's content or a quoted attribute. */
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
