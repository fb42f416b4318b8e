import type { InlineConfig } from 'vite'
import { mailsFile } from '../../mails/built-mails.ts'
import { findMailFiles } from '../../mails/mail-files.ts'
import { buildInsideBoundary } from '../boundary/build-inside-boundary.ts'
import { mailsModule, suppliedMailRenderer } from './mails-module.ts'

/** Builds the module that renders the application's mails into `folder`, if it has any. */
export async function buildMails(root: string, folder: string): Promise<void> {
  if (findMailFiles(root) === undefined) return
  const own: InlineConfig = {
    plugins: [mailsModule(root)],
    publicDir: false,
    // Otherwise component libraries would pick their mode, development, at run time.
    environments: { ssr: { keepProcessEnv: false } },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: { mails: suppliedMailRenderer },
        output: { entryFileNames: mailsFile, codeSplitting: false },
      },
    },
    ssr: { noExternal: true },
  }
  await buildInsideBoundary(root, own)
}
