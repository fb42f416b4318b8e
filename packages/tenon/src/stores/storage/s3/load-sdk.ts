import type * as ClientPackage from '@aws-sdk/client-s3'
import type * as PresignerPackage from '@aws-sdk/s3-request-presigner'
import { SetupError } from '../../../base/support/setup-error.ts'

/** Amazon's packages for S3, which are optional peer dependencies. */
export interface S3Sdk {
  readonly client: typeof ClientPackage
  readonly presigner: typeof PresignerPackage
}

/** Loads the packages the first time a disk is used. Throws `E_STORAGE_CLIENT` if one is missing. */
export async function loadS3Sdk(): Promise<S3Sdk> {
  try {
    const [client, presigner] = await Promise.all([
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/s3-request-presigner'),
    ])
    return { client, presigner }
  } catch (error) {
    throw new SetupError(
      'E_STORAGE_CLIENT',
      'STORAGE_URL names a bucket, but the S3 client cannot be loaded. Run "npm install @aws-sdk/client-s3 @aws-sdk/s3-request-presigner" where you build the application and build again, or use a folder.',
      { cause: error },
    )
  }
}
