import { sampleTicket, TicketFrame, type TicketMail } from './layout.tsx'

export const subject = ({ subject }: TicketMail) => `We have your request: ${subject}`

export const sample = sampleTicket

export default function Received(props: TicketMail) {
  return (
    <TicketFrame {...props} label="Follow your request">
      <p>We have your request and will answer by mail.</p>
      <p>If it was not you who wrote to us, ignore this mail.</p>
    </TicketFrame>
  )
}
