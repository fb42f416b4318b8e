import { request } from 'tenon'
import { z } from 'zod'

const message = 'Title is required'

export const TodoRequest = request(z.object({ title: z.string(message).min(1, message) }))
