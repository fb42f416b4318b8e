import { Package } from '@arethetypeswrong/core'

/**
 * Loaded before attw, this makes its lookup of a folder fast. Without it, attw goes through all 5,300 files of the
 * package for each lookup, which takes 11 of its 12 s of CPU.
 */
const folders = new WeakMap<Package, ReadonlySet<string>>()

Package.prototype.directoryExists = function (this: Package, path: string): boolean {
  const known = folders.get(this) ?? foldersOf(this)
  folders.set(this, known)
  return known.has(path.replace(/\/$/, ''))
}

function foldersOf(tarball: Package): ReadonlySet<string> {
  const found = new Set<string>()
  for (const file of tarball.listFiles()) {
    for (let end = file.lastIndexOf('/'); end >= 0; end = file.lastIndexOf('/', end - 1)) {
      found.add(file.slice(0, end))
      if (end === 0) break
    }
  }
  return found
}
