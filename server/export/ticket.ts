import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../secrets.ts'

/** From the order to the start of the download. */
export const TICKET_LIFE_MS = 5 * 60_000

interface Ticket {
  company: string
  id: string
  expires: number
}

const digestOf = (secrets: Secrets, { company, id, expires }: Ticket): string =>
  secrets.digest('company export', JSON.stringify([company, id, expires]))

/** Address of one download: the browser saves it as it comes, which it cannot do with an answer to a call that bears a token. */
export function exportUrl(secrets: Secrets, company: string, now = Date.now()): string {
  const ticket = { company, id: randomUUID(), expires: now + TICKET_LIFE_MS }
  const query = new URLSearchParams({
    company,
    expires: String(ticket.expires),
    signature: digestOf(secrets, ticket),
  })
  return `/api/exports/${ticket.id}?${query}`
}

/** Whether this installation made it; only then is an old one reported as expired. */
export function checkTicket(
  secrets: Secrets,
  { signature, now = Date.now(), ...ticket }: Ticket & { signature: string; now?: number },
): 'good' | 'expired' | 'forged' {
  const ours = Buffer.from(digestOf(secrets, ticket))
  const theirs = Buffer.from(signature)
  if (ours.length !== theirs.length || !timingSafeEqual(ours, theirs)) return 'forged'
  return ticket.expires > now ? 'good' : 'expired'
}
