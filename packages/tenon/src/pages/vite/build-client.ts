import type { InlineConfig } from 'vite'
import { buildInsideBoundary } from './boundary/build-inside-boundary.ts'
import { findClientEntry } from './client-entry.ts'
import { compressFiles } from './compress-files.ts'

/** Builds the client into `folder`: hashed files, the manifest, and compressed variants. */
export async function buildClient(root: string, folder: string): Promise<void> {
  const own: InlineConfig = {
    build: {
      outDir: folder,
      emptyOutDir: true,
      manifest: true,
      rolldownOptions: { input: { app: findClientEntry(root).input } },
    },
  }
  await buildInsideBoundary(root, own)
  await compressFiles(folder)
}
