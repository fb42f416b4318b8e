import { join } from 'node:path'
import manifest from '../packages/tenon/package.json' with { type: 'json' }

/** The folder of the site's own package, which is not part of the workspace. */
export const siteFolder = import.meta.dirname

/** Where the pages are gathered, with their links rewritten, for VitePress. */
export const stageFolder = join(siteFolder, '.pages')

/** The finished site: files for any web server. */
export const outFolder = join(siteFolder, 'dist')

/** The origin of the published site. Without it, pages have no canonical address and there is no sitemap. */
export const siteUrl = process.env['SITE_URL']

/** The address of the repository, to which links to files that are not pages lead. */
export const repositoryUrl = manifest.repository.url.replaceAll(/^git\+|\.git$/g, '')
