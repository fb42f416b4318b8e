export { environment } from './application/config/own-environment.ts'
