import type { InlineConfig } from 'vite'
import { publicFolder } from '../../assets/load-assets.ts'
import { mailsFile } from '../../mails/built-mails.ts'
import { findMailFiles } from '../../mails/mail-files.ts'
import { addressOfFiles } from '../../mails/mail-name.ts'
import { serverTarget } from '../base-config.ts'
import { buildInsideBoundary } from '../boundary/build-inside-boundary.ts'
import { mailsModule, suppliedMailRenderer } from './mails-module.ts'

/** Builds the module that renders the application's mails into `folder`, if it has any. */
export async function buildMails(root: string, folder: string): Promise<void> {
  if (findMailFiles(root) === undefined) return
  const own: InlineConfig = {
    plugins: [mailsModule(root)],
    experimental: { renderBuiltUrl },
    // Replace `process.env`. Otherwise component libraries would run in development mode.
    environments: { ssr: { keepProcessEnv: false } },
    build: {
      ssr: true,
      // Emit the files that mails import, because pages may not import them. The public files are already copied.
      ssrEmitAssets: true,
      copyPublicDir: false,
      // Do not inline pictures, because mail programs do not show them.
      assetsInlineLimit: 0,
      outDir: folder,
      emptyOutDir: false,
      target: serverTarget,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: { mails: suppliedMailRenderer },
        output: {
          entryFileNames: mailsFile,
          assetFileNames: `${publicFolder}/assets/[name]-[hash][extname]`,
          codeSplitting: false,
        },
      },
    },
    ssr: { noExternal: true },
  }
  await buildInsideBoundary(root, own)
}

type RenderBuiltUrl = NonNullable<NonNullable<InlineConfig['experimental']>['renderBuiltUrl']>

/** Writes full URLs, because mail programs need them. The renderer inserts the address of the application. */
const renderBuiltUrl: RenderBuiltUrl = (file, { type }) => {
  const path = type === 'public' ? file : file.slice(`${publicFolder}/`.length)
  return { runtime: JSON.stringify(`${addressOfFiles}/${path}`) }
}
