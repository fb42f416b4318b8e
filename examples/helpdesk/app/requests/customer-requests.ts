import { body, UploadedFile } from 'tenon'
import { isMailAddress } from 'tenon/mail'
import { z } from 'zod'

export const text = (most: number, message: string) =>
  z.string().trim().min(1, message).max(most, `Use at most ${most} characters`)

const expected = 'Enter an email address, such as ada@example.com'

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email(expected).refine(isMailAddress, expected))

export const files = z.array(z.instanceof(UploadedFile)).max(5, 'Send at most 5 files').default([])

/** What anybody can ask a team. */
export const ContactRequest = body(
  z.object({
    customer_name: text(100, 'Enter your name'),
    customer_email: email,
    subject: text(200, 'Enter a subject'),
    body: text(20_000, 'Enter what we can help you with'),
    files,
  }),
)

/** What a customer writes to a ticket of theirs. */
export const CustomerAnswerRequest = body(z.object({ body: text(20_000, 'Enter a text'), files }))

export const RatingRequest = body(
  z.object({ rating: z.coerce.number().pipe(z.int().min(1).max(5)) }),
)

/** A mail that has come in, as the mail provider's webhook hands it over. */
export const IncomingMail = body(
  z.object({ to: z.string().max(10_000), text: z.string().max(1_000_000) }),
)
