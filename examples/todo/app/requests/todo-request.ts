import { body } from 'tenon'
import { z } from 'zod'
import { maxTitleLength } from '../shared/titles.ts'

const message = 'Title is required'

export const TodoRequest = body(
  z.object({ title: z.string(message).trim().min(1, message).max(maxTitleLength) }),
)
