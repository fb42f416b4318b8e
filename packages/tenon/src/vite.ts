export { buildApplication, type BuildOptions } from './vite/build.ts'
export { startDevelopment, type Development, type NodeServer } from './vite/development.ts'
export { writePageRegistry } from './vite/page-registry.ts'
