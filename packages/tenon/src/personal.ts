export { exportPersonal } from './application/personal/export-personal.ts'
export {
  erasePersonal,
  type EraseOptions,
  type ErasedTable,
  type Erasure,
} from './application/personal/erase-personal.ts'
