import { join } from 'node:path'
import manifest from '../packages/tenon/package.json' with { type: 'json' }

/** The folder of the site's own package, which is not part of the workspace. */
export const siteFolder = import.meta.dirname

/** Where the pages are gathered, with their links rewritten, for VitePress. */
export const stageFolder = join(siteFolder, '.pages')

/** The finished site: files for any web server. */
export const outFolder = join(siteFolder, 'dist')

/** The origin under which the site will be served; without it, pages name no canonical address and there is no sitemap. */
export const siteUrl = process.env['SITE_URL']

/** Where a link leads that points to a file of the repository and not to a page. */
export const repositoryUrl = manifest.repository.url.replaceAll(/^git\+|\.git$/g, '')
