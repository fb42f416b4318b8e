import type {
  ListMultipartUploadsCommandInput,
  ListMultipartUploadsCommandOutput,
  S3Client,
} from '@aws-sdk/client-s3'
import type { OpenUpload } from '../disk-backend.ts'
import type { S3Sdk } from './load-sdk.ts'

/** Where to look for uploads. */
export interface UploadPlace {
  readonly sdk: S3Sdk
  readonly client: S3Client
  readonly bucket: string
  readonly prefix: string
}

/**
 * Lists multipart uploads that were not completed. A killed process leaves one. So does a lost response: the client
 * starts another upload.
 */
export async function* listOpenUploads(place: UploadPlace): AsyncIterable<OpenUpload> {
  const { sdk, client, bucket, prefix } = place
  let page: ListMultipartUploadsCommandInput | undefined = { Bucket: bucket, Prefix: prefix }
  while (page !== undefined) {
    const list = new sdk.client.ListMultipartUploadsCommand(page)
    const found: ListMultipartUploadsCommandOutput = await client.send(list)
    for (const { Key = '', UploadId, Initiated = new Date() } of found.Uploads ?? []) {
      const command = new sdk.client.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })
      const abort = async (): Promise<void> => void (await client.send(command))
      yield { path: Key.slice(prefix.length), startedAt: Initiated, abort }
    }
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = found
    const hasMore = IsTruncated === true && KeyMarker !== undefined
    page = hasMore ? { Bucket: bucket, Prefix: prefix, KeyMarker, UploadIdMarker } : undefined
  }
}
