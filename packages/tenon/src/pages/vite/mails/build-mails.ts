import type { InlineConfig } from 'vite'
import { publicFolder } from '../../assets/load-assets.ts'
import { mailsFile } from '../../mails/built-mails.ts'
import { findMailFiles } from '../../mails/mail-files.ts'
import { addressOfFiles } from '../../mails/mail-name.ts'
import { buildInsideBoundary } from '../boundary/build-inside-boundary.ts'
import { mailsModule, suppliedMailRenderer } from './mails-module.ts'

/** Builds the module that renders the application's mails into `folder`, if it has any. */
export async function buildMails(root: string, folder: string): Promise<void> {
  if (findMailFiles(root) === undefined) return
  const own: InlineConfig = {
    plugins: [mailsModule(root)],
    experimental: { renderBuiltUrl },
    // Otherwise component libraries would pick their mode, development, at run time.
    environments: { ssr: { keepProcessEnv: false } },
    build: {
      ssr: true,
      // Pages may have none of the files that mails import. The public ones are there already.
      ssrEmitAssets: true,
      copyPublicDir: false,
      // Mail programs do not show a picture that stands in the markup.
      assetsInlineLimit: 0,
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
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

/** Mail programs need whole URLs. The renderer puts in the address of the application. */
const renderBuiltUrl: RenderBuiltUrl = (file, { type }) => {
  const path = type === 'public' ? file : file.slice(`${publicFolder}/`.length)
  return { runtime: JSON.stringify(`${addressOfFiles}/${path}`) }
}
