import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Fixtures that a test changes, beside each other in a folder of their own. */
export class CopiedFixtures {
  readonly root = mkdtempSync(join(tmpdir(), 'tenon-versions-'))

  constructor(names: readonly string[]) {
    for (const name of names) {
      cpSync(join(fixtures, name), join(this.root, name), { recursive: true })
    }
    const packages = join(import.meta.dirname, '../../../../node_modules')
    symlinkSync(packages, join(this.root, 'node_modules'))
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true })
  }
}

const fixtures = join(import.meta.dirname, '../../fixtures')
