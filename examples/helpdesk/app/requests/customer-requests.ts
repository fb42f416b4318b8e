import { body, UploadedFile } from 'tenon'
import { isMailAddress } from 'tenon/mail'
import { z } from 'zod'
import { enterEmail, enterName, tooLong } from '../../resources/words/problems.ts'
import { enterSubject, enterText, tooManyFiles } from '../../resources/words/tickets.ts'
import { enterYourRequest } from '../../resources/words/customers.ts'

/** A text that must not be empty. `error` is a function, so that it is called in the language of each request. */
export const text = (count: number, error: () => string) =>
  z
    .string()
    .trim()
    .min(1, { error })
    .max(count, { error: () => tooLong({ count }) })

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email({ error: enterEmail }).refine(isMailAddress, { error: enterEmail }))

export const files = z.array(z.instanceof(UploadedFile)).max(5, { error: tooManyFiles }).default([])

/** A request that anybody can send to a team. */
export const ContactRequest = body(
  z.object({
    customer_name: text(100, enterName),
    customer_email: email,
    subject: text(200, enterSubject),
    body: text(20_000, enterYourRequest),
    files,
  }),
)

/** An answer of a customer to their ticket. */
export const CustomerAnswerRequest = body(z.object({ body: text(20_000, enterText), files }))

export const RatingRequest = body(
  z.object({ rating: z.coerce.number().pipe(z.int().min(1).max(5)) }),
)

/** A received mail, as the webhook of the mail provider sends it. */
export const IncomingMail = body(
  z.object({
    to: z.string().max(10_000),
    text: z.string().max(1_000_000),
    message_id: z.string().min(1).max(500),
  }),
)
