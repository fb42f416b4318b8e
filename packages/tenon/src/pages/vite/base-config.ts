import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  defaultClientConditions,
  defaultServerConditions,
  type InlineConfig,
  type PluginOption,
  type UserConfig,
} from 'vite'
import { findPageFiles } from '../assets/page-files.ts'
import { messagePlugin } from './messages/message-plugin.ts'
import { tenonPlugin } from './tenon-plugin.ts'

/**
 * Creates the configuration that development and both builds share. Vite itself reads the
 * application's `vite.config.ts`, which lists its framework's plugins. Without one, React is assumed.
 */
export async function toBaseConfig(root: string): Promise<InlineConfig> {
  return {
    root,
    appType: 'custom',
    logLevel: 'warn',
    plugins: [await toFrameworkPlugins(root), tenonPlugin(root), messagePlugin()],
    resolve: { conditions: [...ownConditions, ...defaultClientConditions] },
    ssr: { resolve: { conditions: [...ownConditions, ...defaultServerConditions] } },
    // Disable this warning, because on a busy machine every plugin is slow.
    build: { rolldownOptions: { checks: { pluginTimings: false } } },
  }
}

// In Tenon's own repository the package runs from its TypeScript sources.
const ownConditions = import.meta.filename.endsWith('.ts') ? ['source'] : []

const configFiles = ['js', 'mjs', 'ts', 'cjs', 'mts', 'cts'].map(
  (extension) => `vite.config.${extension}`,
)

async function toFrameworkPlugins(root: string): Promise<PluginOption> {
  if (configFiles.some((file) => existsSync(join(root, file)))) return []
  try {
    const { default: react } = await import('@vitejs/plugin-react')
    return react()
  } catch (error) {
    // An application without pages, such as an API, needs no plugin and may not have it installed.
    if (findPageFiles(root) === undefined && isMissing(error)) return []
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
}

/**
 * The target of code for servers. Node 24 understands `using`. But for that target, the bundler drops the disposal of a
 * `using` at the top level of a module. With an older target it translates `using` correctly.
 */
export const serverTarget = 'node22'

type RenderBuiltUrl = NonNullable<NonNullable<UserConfig['experimental']>['renderBuiltUrl']>

/**
 * Writes the URLs of files in built code, so that one build runs below any path of `APP_URL`. In a browser they are
 * relative to the file that contains them. On the server, a renderer reads the path, which is set before it is loaded.
 */
export const renderBuiltUrl: RenderBuiltUrl = (file, { ssr, hostType }) =>
  ssr && hostType === 'js'
    ? { runtime: `(globalThis[Symbol.for('tenon.base')] ?? '') + ${JSON.stringify(`/${file}`)}` }
    : { relative: true }
