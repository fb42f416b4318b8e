import { defineConfig } from '@adonisjs/core/app'

export default defineConfig({
  typescript: true,
  providers: [
    () => import('@adonisjs/core/providers/app_provider'),
    () => import('@adonisjs/core/providers/vinejs_provider'),
    () => import('@adonisjs/lucid/database_provider'),
  ],
  preloads: [() => import('./start/routes.ts'), () => import('./start/kernel.ts')],
})
