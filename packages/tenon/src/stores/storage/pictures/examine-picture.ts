import { sayOwn } from '../../../base/language/words/own-words.ts'
import { loadSharp } from './load-sharp.ts'

/**
 * Says why a picture is not kept; `undefined` if it is. Its head is read first: a file of some kilobytes can
 * claim to be larger than any memory. Then it is decoded in strips, so that half a picture is noticed.
 */
export async function examinePicture(
  bytes: Uint8Array,
  { maxPixels, label: field }: { readonly maxPixels: number; readonly label: string },
): Promise<string | undefined> {
  const sharp = await loadSharp()
  try {
    // Reads the head only, so that no limit is needed here.
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
    // Whatever the decoder says, it is about bytes of a client.
    return sayOwn('The {field} is damaged', { field })
  }
}

function toMegapixels(pixels: number): string {
  return String(Math.round(pixels / 10_000) / 100)
}
