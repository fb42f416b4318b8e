export { disk, type Disk } from './services/storage/disk.ts'
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
} from './services/storage/disk.ts'
export type { ListedFile, StoredFile } from './services/storage/file-store.ts'
