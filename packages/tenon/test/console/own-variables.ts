import { environment } from '../../src/environment.ts'
import { z } from 'zod'

export const env = environment(
  z.object({
    UPLOADS: z.string().default('storage'),
    WEBHOOK_SECRET: z.string().min(16),
    RETRIES: z.coerce.number().optional(),
  }),
)
