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
export type {
  FileStore,
  ListedFile,
  StorageOptions,
  StoredFile,
} from './stores/storage/file-store.ts'
export type { ReadFile } from './stores/storage/disk-backend.ts'
export type { VariantOptions } from './stores/storage/pictures/variant.ts'
