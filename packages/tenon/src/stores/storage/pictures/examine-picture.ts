import { sayOwn } from '../../../base/language/words/own-words.ts'
import { loadSharp } from './load-sharp.ts'

/**
 * Returns why a picture is refused, or `undefined`. Reads the header first: a file of a few kilobytes can claim a size
 * larger than any memory. Then decodes the picture in strips, to notice a truncated one.
 */
export async function examinePicture(
  bytes: Uint8Array,
  { maxPixels, label: field }: { readonly maxPixels: number; readonly label: string },
): Promise<string | undefined> {
  const sharp = await loadSharp()
  try {
    // Reads only the header, so it needs no limit.
    const head = await sharp(bytes, { limitInputPixels: false }).metadata()
    const pixels = head.width * head.height
    if (pixels > maxPixels) {
      const count = toMegapixels(maxPixels)
      return sayOwn('The {field} must not have more than {count} megapixels', { field, count })
    }
    await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'truncated', sequentialRead: true })
      .resize(8)
      .toBuffer()
    return undefined
  } catch {
    // Any error of the decoder concerns the bytes of a client.
    return sayOwn('The {field} is damaged', { field })
  }
}

function toMegapixels(pixels: number): string {
  return String(Math.round(pixels / 10_000) / 100)
}
