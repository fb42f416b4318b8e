import { sampleTicket, TicketFrame, type TicketMail } from './layout.tsx'

export const subject = ({ subject }: TicketMail) => `Solved: ${subject}`

export const sample = sampleTicket

export default function Solved(props: TicketMail) {
  return (
    <TicketFrame {...props} label="Tell us what you think">
      <p>We have closed your request. If it is not solved, answer, and we open it again.</p>
    </TicketFrame>
  )
}
