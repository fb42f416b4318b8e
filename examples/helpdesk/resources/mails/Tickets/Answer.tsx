import { sampleTicket, TicketFrame, type TicketMail } from './layout.tsx'
import { answerSubject, lookAtRequest } from '../../words/customers.ts'

interface AnswerProps extends TicketMail {
  readonly text: string
}

export const subject = ({ subject }: AnswerProps) => answerSubject({ subject })

export const sample: AnswerProps = {
  ...sampleTicket,
  text: 'We are sorry.\n\nA new pot is on its way.',
}

export default function Answer(props: AnswerProps) {
  return (
    <TicketFrame {...props} label={lookAtRequest()}>
      {props.text.split(/\n{2,}/).map((paragraph, i) => (
        <p key={i} style={{ whiteSpace: 'pre-line' }}>
          {paragraph}
        </p>
      ))}
    </TicketFrame>
  )
}
