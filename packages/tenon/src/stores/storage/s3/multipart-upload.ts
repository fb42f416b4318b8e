import type { CompletedPart, S3Client } from '@aws-sdk/client-s3'
import { JoinedBytes } from '../../../base/support/values/joined-bytes.ts'
import { type BucketLimits, toAnswerMs } from './bucket-limits.ts'
import type { S3Sdk } from './load-sdk.ts'

/** Larger files are sent in parts of this size. An upload has at most two parts in memory. */
const partBytes = 8 * 1024 * 1024

/** For commands on a whole file: the response has no time limit of its own, only the limit for pauses. */
export const untilProgress = { requestTimeout: 0 }

/** An upload and its target. */
export interface BucketUpload {
  readonly sdk: S3Sdk
  readonly client: S3Client
  readonly limits: BucketLimits
  readonly target: { readonly Bucket: string; readonly Key: string }
  readonly type: string
}

/** Uploads a stream of unknown length: in one request up to 8 MB, otherwise in parts. */
export async function uploadStream(
  upload: BucketUpload,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const parts = toParts(content)
  const first = await parts.next()
  const start = first.done === true ? new Uint8Array() : first.value
  if (start.length < partBytes) return uploadAtOnce(upload, start)
  await uploadInParts(upload, start, parts)
}

async function uploadAtOnce(upload: BucketUpload, body: Uint8Array): Promise<void> {
  const { sdk, client, limits, target, type } = upload
  const put = new sdk.client.PutObjectCommand({ ...target, ContentType: type, Body: body })
  await client.send(put, { requestTimeout: toAnswerMs(limits, body.length) })
}

async function uploadInParts(
  { sdk, client, limits, target, type }: BucketUpload,
  start: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): Promise<void> {
  const create = new sdk.client.CreateMultipartUploadCommand({ ...target, ContentType: type })
  const { UploadId } = await client.send(create)
  const upload = { ...target, UploadId }
  const completed: CompletedPart[] = []
  const send = async (body: Uint8Array): Promise<void> => {
    const PartNumber = completed.length + 1
    const part = new sdk.client.UploadPartCommand({ ...upload, PartNumber, Body: body })
    const { ETag } = await client.send(part, { requestTimeout: toAnswerMs(limits, body.length) })
    completed.push({ PartNumber, ETag })
  }
  try {
    await send(start)
    for await (const part of rest) await send(part)
    const MultipartUpload = { Parts: completed }
    const complete = new sdk.client.CompleteMultipartUploadCommand({ ...upload, MultipartUpload })
    await client.send(complete, untilProgress)
  } catch (error) {
    // Otherwise the store would keep the parts and charge for them. Report the first error.
    await client.send(new sdk.client.AbortMultipartUploadCommand(upload)).catch(() => {})
    throw error
  }
}

/** Joins pieces into parts of exactly `partBytes`. The last part may be shorter. */
async function* toParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let part = new JoinedBytes()
  for await (let piece of content) {
    while (part.length + piece.length >= partBytes) {
      const missing = partBytes - part.length
      part.add(piece.subarray(0, missing))
      yield part.toBytes()
      piece = piece.subarray(missing)
      part = new JoinedBytes()
    }
    part.add(piece)
  }
  if (part.length > 0) yield part.toBytes()
}
