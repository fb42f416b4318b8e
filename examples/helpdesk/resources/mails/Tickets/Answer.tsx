import { sampleTicket, TicketFrame, type TicketMail } from './layout.tsx'

interface AnswerProps extends TicketMail {
  readonly text: string
}

export const subject = ({ subject }: AnswerProps) => `Re: ${subject}`

export const sample: AnswerProps = {
  ...sampleTicket,
  text: 'We are sorry.\n\nA new pot is on its way.',
}

export default function Answer(props: AnswerProps) {
  return (
    <TicketFrame {...props} label="Look at your request">
      {props.text.split(/\n{2,}/).map((paragraph, i) => (
        <p key={i} style={{ whiteSpace: 'pre-line' }}>
          {paragraph}
        </p>
      ))}
    </TicketFrame>
  )
}
