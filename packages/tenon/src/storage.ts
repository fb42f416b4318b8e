export { disk, type Disk } from './stores/storage/disk.ts'
export type { Size } from './base/support/size.ts'
export type {
  DirectUpload,
  DiskOptions,
  FileContent,
  KeptFile,
  PutOptions,
  SendFileOptions,
  SignedUrlOptions,
  UploadRequest,
} from './stores/storage/disk.ts'
export type { ListedFile, StoredFile } from './stores/storage/file-store.ts'
