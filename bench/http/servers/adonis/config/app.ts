import { Secret } from '@adonisjs/core/helpers'
import { defineConfig } from '@adonisjs/core/http'

export const appKey = new Secret('a key of the benchmark, of 32 bytes at least')
export const appUrl = 'http://localhost'
export const http = defineConfig({ generateRequestId: false })
