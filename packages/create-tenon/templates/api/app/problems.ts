import { json } from 'tenon'
import type { RenderError } from 'tenon/errors'
import { z } from 'zod'

/** The body of every error, whatever a client accepts: problem details (RFC 9457). */
const Problem = z.object({
  title: z.string(),
  status: z.int(),
  /** What is wrong with the fields that were sent. */
  errors: z.record(z.string(), z.string()).optional(),
  /** Finds the entry of a 5xx error in the log. */
  requestId: z.string().optional(),
})
const type = 'application/problem+json'

export const problems = { schema: Problem, type }

export const toProblem: RenderError = (_request, { message, ...error }) =>
  json({ title: message, ...error }).header('content-type', type)

declare module 'tenon' {
  interface Register {
    errors: z.infer<typeof Problem>
  }
}
