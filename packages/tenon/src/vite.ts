export { buildApplication, type BuildOptions } from './pages/vite/build.ts'
export { startDevelopment, type Development, type NodeServer } from './pages/vite/development.ts'
export { writePageRegistry } from './pages/vite/page-registry.ts'
