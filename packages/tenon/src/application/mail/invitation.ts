import { once } from '../../base/support/once.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Address } from '../../work/smtp/address.ts'
import type { Invitation, MailMessage } from '../../work/smtp/mail-message.ts'

/** An appointment to which a mail invites. */
export interface Appointment {
  /** The permanent id: a mail with the same id changes or cancels the appointment. 1 to 200 characters, no spaces. */
  readonly id: string
  readonly title: string
  readonly starts: Date
  readonly ends: Date
  readonly location?: string
  readonly description?: string
  readonly url?: string
  /** Gets the answers. Default: the sender of the mail. */
  readonly organizer?: Address
  /** Increase it with each change: programs ignore a version that is not higher than theirs. Default: 0. */
  readonly version?: number
  /** Whether the appointment is cancelled. Default: false. */
  readonly cancelled?: boolean
}

/** Throws `E_MAIL_INVITATION` for a malformed appointment. */
export function assertAppointment({ id, starts, ends, version = 0 }: Appointment): void {
  if (id.length === 0 || id.length > 200 || /[\p{Cc}\s]/u.test(id)) {
    throw refused('its id needs 1 to 200 characters without spaces')
  }
  if (!(starts.getTime() < ends.getTime())) {
    throw refused('it must end after it starts: pass valid dates')
  }
  if (!Number.isInteger(version) || version < 0) {
    throw refused(`its version is ${version}; count from 0`)
  }
}

/** Writes an appointment for the recipients in `to` and `cc`. Throws `E_MAIL_CALENDAR` if the library is missing. */
export async function toInvitation(
  appointment: Appointment,
  { from, to, cc }: Pick<MailMessage, 'from' | 'to' | 'cc'>,
): Promise<Invitation> {
  const { id, title, starts, ends, organizer = from, version = 0, cancelled = false } = appointment
  const { default: ical, ICalCalendarMethod, ICalEventStatus } = await loadLibrary()
  const { location, description, url } = appointment
  const calendar = ical({
    prodId: { company: 'Tenon', product: 'Mail' },
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  })
  calendar.createEvent({
    // RFC 7986, section 5.3: the id must be unique everywhere.
    id: `${id}${from.address.slice(from.address.lastIndexOf('@'))}`,
    summary: title,
    start: starts,
    end: ends,
    sequence: version,
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: organizer.name || organizer.address, email: organizer.address },
    attendees: [...to, ...cc].map(({ name, address }) => ({
      name: name || address,
      email: address,
      rsvp: !cancelled,
    })),
    ...(location === undefined ? {} : { location }),
    ...(description === undefined ? {} : { description }),
    ...(url === undefined ? {} : { url }),
  })
  return { method: cancelled ? 'CANCEL' : 'REQUEST', calendar: calendar.toString() }
}

const loadLibrary = once(async () => {
  try {
    return await import('ical-generator')
  } catch (cause) {
    throw new SetupError(
      'E_MAIL_CALENDAR',
      'A mail has an invitation, and the package that writes calendars cannot be loaded. Run "npm install ical-generator".',
      { cause },
    )
  }
})

function refused(reason: string): SetupError {
  return new SetupError(
    'E_MAIL_INVITATION',
    `A mail invites to a malformed appointment: ${reason}.`,
  )
}
