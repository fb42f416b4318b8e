import { sampleTicket, TicketFrame, type TicketMail } from './layout.tsx'
import { solvedSubject, solvedText, tellUs } from '../../words/customers.ts'

export const subject = ({ subject }: TicketMail) => solvedSubject({ subject })

export const sample = sampleTicket

export default function Solved(props: TicketMail) {
  return (
    <TicketFrame {...props} label={tellUs()}>
      <p>{solvedText()}</p>
    </TicketFrame>
  )
}
