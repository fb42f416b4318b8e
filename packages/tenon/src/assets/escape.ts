/**
 * JSON for a `<script type="application/json">`: without `<` nothing in it can end the element or,
 * like a stored `<!--<script>`, make the parser swallow the rest of the document.
 */
export function toScriptJson(json: string): string {
  return json.replaceAll('<', '\\u003c')
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
