interface AnswerProps {
  readonly team: string
  readonly customer: string
  readonly subject: string
  readonly text: string
}

export const subject = ({ subject }: AnswerProps) => `Re: ${subject}`

export const sample: AnswerProps = {
  team: 'Tea & Co',
  customer: 'Ada',
  subject: 'My tea is cold',
  text: 'We are sorry.\n\nA new pot is on its way.',
}

export default function Answer({ team, customer, text }: AnswerProps) {
  return (
    <>
      <p>Hello {customer},</p>
      {text.split(/\n{2,}/).map((paragraph, i) => (
        <p key={i} style={{ whiteSpace: 'pre-line' }}>
          {paragraph}
        </p>
      ))}
      <p>{team}</p>
    </>
  )
}
