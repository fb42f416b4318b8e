import { toOwnUrl } from '../../web/routing/url.ts'
import { createHash } from 'node:crypto'
import { emptyIcon } from '../../pages/assets/icon.ts'
import { markup, type Markup } from './markup.ts'
import { script } from './page-script.ts'
import { style } from './page-style.ts'
import { dashboardPath, type Section } from './section.ts'

export interface FramedPage {
  readonly sections: readonly Section[]
  /** The shown section. */
  readonly section: Section
  readonly content: Markup
}

/** Writes a section as a document, with the navigation around it. */
export function toDocument({ sections, section, content }: FramedPage): string {
  const links = sections.map((item) => toLink(item, item === section))
  const body = markup`<a class="skip" href="#content">Skip to the content</a>
<header><p><a href="${toOwnUrl('/')}">Application</a></p>
<nav aria-label="Development">${links}</nav></header>
<main id="content" tabindex="-1">
${content}
</main>`
  return (
    '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n' +
    `<title>${markup`${section.title} · tenon dev`.toString()}</title>\n${emptyIcon}` +
    `<style>${style}</style>\n</head>\n<body>\n${body.toString()}\n<script>${script}</script>\n</body>\n</html>\n`
  )
}

function toLink({ name, title }: Section, isCurrent: boolean): Markup {
  const current = isCurrent ? markup` aria-current="page"` : undefined
  return markup`<a href="${toOwnUrl(dashboardPath)}/${name}"${current}>${title}</a>\n`
}

/** Allows only the page's own script and style, because the pages show what clients have sent. */
export const policy = [
  "default-src 'none'",
  `script-src ${toHash(script)}`,
  `style-src ${toHash(style)}`,
  "connect-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

function toHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
