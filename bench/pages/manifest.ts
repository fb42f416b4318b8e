import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a manifest like Vite's for an entry, a page, their shared imports and their styles. */
export function writeManifest(file: string, folder: string): void {
  const manifest = {
    '_shared-a1.js': { file: 'assets/shared-a1.js', name: 'shared' },
    [`${folder}/app.tsx`]: {
      file: 'assets/app-b2.js',
      isEntry: true,
      imports: ['_shared-a1.js'],
      css: ['assets/app-c3.css'],
    },
    [`${folder}/pages/Todos/Index.tsx`]: {
      file: 'assets/Index-d4.js',
      isEntry: folder === 'inertia',
      isDynamicEntry: true,
      imports: ['_shared-a1.js'],
    },
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(manifest))
}
