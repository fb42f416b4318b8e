import type { DiskBackend } from '../disk-backend.ts'
import { toStoredPath } from '../file-key.ts'
import { loadSharp } from './load-sharp.ts'
import { toVariantPath, type Variant } from './variant.ts'

/** The variants to make of a file. */
export interface WantedVariants {
  readonly disk: string
  readonly key: string
  readonly variants: readonly Variant[]
  /** The most pixels that the file may have. */
  readonly maxPixels: number
}

/**
 * Makes the missing variants of a file. Leaves no variant if the file was deleted, or is deleted meanwhile: a disk
 * deletes the file first, then its variants.
 */
export async function makeVariants(
  store: Pick<DiskBackend, 'read' | 'find' | 'write' | 'delete'>,
  wanted: WantedVariants,
): Promise<void> {
  const { disk, key, variants, maxPixels } = wanted
  const source = toStoredPath(disk, key)
  const content = await store.read(source)
  if (content === undefined) {
    // An interrupted attempt may have written a variant without noticing that the file was deleted.
    for (const variant of variants) await store.delete(toVariantPath(disk, key, variant))
    return
  }
  const sharp = await loadSharp()
  const bytes = new Uint8Array(await new Response(content).arrayBuffer())
  for (const variant of variants) {
    const path = toVariantPath(disk, key, variant)
    if ((await store.find(path)) !== undefined) continue
    const { width, height, format, quality } = variant
    const made = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'truncated' })
      .autoOrient()
      .resize({
        ...(width === undefined ? {} : { width }),
        ...(height === undefined ? {} : { height }),
        withoutEnlargement: true,
      })
      .toFormat(format, quality === undefined ? {} : { quality })
      .toBuffer()
    await store.write(path, only(made), `image/${format}`)
    if ((await store.find(source)) === undefined) return store.delete(path)
  }
}

async function* only(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
