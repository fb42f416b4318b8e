import { Form, type Action } from 'tenon/react'
import {
  howWasHelp,
  ratingBad,
  ratingExcellent,
  ratingFair,
  ratingGood,
  ratingPoor,
} from '../../words/customers.ts'

interface RatingProps {
  readonly action: Action<string, { readonly rating: unknown }>
  /** The rating that the customer has given before. */
  readonly rating: number | null
}

const opinions = [ratingBad, ratingPoor, ratingFair, ratingGood, ratingExcellent] as const

/** One button for each rating: a press sends it. */
export function Rating({ action, rating }: RatingProps) {
  return (
    <Form action={action} options={{ preserveScroll: true }}>
      <fieldset className="rating">
        <legend>{howWasHelp()}</legend>
        {opinions.map((opinion, i) => (
          <button
            key={i}
            name="rating"
            value={i + 1}
            className="press plain"
            aria-pressed={rating === i + 1}
          >
            {opinion()}
          </button>
        ))}
      </fieldset>
    </Form>
  )
}
