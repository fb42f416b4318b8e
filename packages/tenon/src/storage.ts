export { disk, type Disk } from './stores/storage/disk.ts'
export type { Size } from './base/support/size.ts'
export type {
  DirectUpload,
  DiskOptions,
  FileContent,
  KeptFile,
  PutOptions,
  ScannedFile,
  SendFileOptions,
  SignedUrlOptions,
  UploadRequest,
} from './stores/storage/disk-options.ts'
export type { ListedFile, ReadFile, StoredFile } from './stores/storage/file-store.ts'
export type { VariantOptions } from './stores/storage/pictures/variant.ts'
