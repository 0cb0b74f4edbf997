import ical, { type VEvent } from 'node-ical'
import { afterEach, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '../../tests/support/stand-ins/mail-server.ts'
import { testSecrets } from '../../tests/support/test-app.ts'
import { PLATFORM_SENDER } from '../ports/delivery.ts'
import { smtpMail } from '../ports/mail/smtp-mail.ts'
import { calendarPart } from './calendar-message.ts'
import type { ToldRdv } from './told-rdv.ts'

const LINK = 'https://demo.example.com/rdv/public#abc'
const NOW = new Date('2026-03-01T08:00:00.000Z')

const rdv = (more: Partial<ToldRdv> = {}): ToldRdv => ({
  IDRDV: 'rdv-1',
  IDPROJET: 'projet-1',
  stopped: false,
  IDCLIENT: 'client-1',
  RDV_DEBUT: '2026-03-30 09:00',
  RDV_FIN: '2026-03-30 10:00',
  SUPPRIME: 0,
  ANNONCES: [],
  version: 7,
  client: 'Léa Noël',
  MAIL: 'lea@example.com',
  PORTABLE: null,
  place: '12 rue des Lilas, 69003 Lyon',
  people: [{ name: 'Camille Robin', phone: null, mail: 'camille@example.com' }],
  company: {
    id: 'c',
    key: 'neuve',
    domain: 'demo',
    NOM: 'Habitat, Été ; Fils \\ Cie',
    TELEPHONE: null,
    MAIL_EXPEDITEUR: 'contact@example.org',
    zone: 'Europe/Paris',
  },
  ...more,
})

const partOf = (given: ToldRdv, cancelled = false) => {
  const part = calendarPart(given, { cancelled, link: LINK, now: NOW })
  if (!part) throw new Error('no calendar')
  return part
}
const eventOf = (content: string): VEvent =>
  Object.values(ical.parseICS(content)).find((one) => one.type === 'VEVENT') as VEvent

it.each([
  ['the day before the clocks go forward', '2026-03-28 09:00', '2026-03-28T08:00:00.000Z'],
  ['the day after', '2026-03-30 09:00', '2026-03-30T07:00:00.000Z'],
  ['the hour that does not exist', '2026-03-29 02:30', '2026-03-29T01:30:00.000Z'],
  ['the day after the clocks go back', '2026-10-26 09:00', '2026-10-26T08:00:00.000Z'],
])('[DAY-09 ics] a stock reader finds the hour of %s', (_, RDV_DEBUT, instant) => {
  const { content } = partOf(rdv({ RDV_DEBUT, RDV_FIN: `${RDV_DEBUT.slice(0, 11)}23:00` }))
  expect(eventOf(content).start.toISOString()).toBe(instant)
})

it('[DAY-09 ics] escapes and folds: lines of 75 octets at most, and the words come back whole', () => {
  const place = `${'Résidence des Érables, bâtiment « Â » ; escalier 3, '.repeat(4)}69003 Lyon`
  const { content } = partOf(rdv({ place }))
  for (const line of content.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(content.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/)
  const event = eventOf(content)
  expect(event.location).toBe(place)
  expect(event.summary).toBe('Rendez-vous Habitat, Été ; Fils \\ Cie')
})

it('[SEC] no name makes a line of its own', () => {
  const { content } = partOf(rdv({ client: 'Léa\r\nATTENDEE:mailto:voleur@example.net', place: 'a\r\nBEGIN:VALARM' }))
  expect(content.split('\r\n').filter((line) => /^(ATTENDEE:|BEGIN:VALARM)/.test(line))).toEqual([])
})

it('[DAY-09 ics] invites where there is an organiser with an address, else publishes', () => {
  expect(partOf(rdv()).method).toBe('REQUEST')
  expect(partOf(rdv(), true).method).toBe('CANCEL')
  const { company } = rdv()
  const alone = rdv({ people: [], company: { ...company, MAIL_EXPEDITEUR: null } })
  const { method, content } = partOf(alone)
  expect([method, content.includes('ORGANIZER')]).toEqual(['PUBLISH', false])
})

let server: MailServer | undefined
afterEach(() => server?.close())

it.each([
  ['REQUEST', false, 'CONFIRMED'],
  ['CANCEL', true, 'CANCELLED'],
] as const)(
  '[DAY-09 ics] a mail program reads the %s in the mail and in its attachment',
  async (method, cancelled, status) => {
    server = await startMailServer()
    const port = smtpMail({
      platform: { host: '127.0.0.1', port: server.port, secure: false, user: null, password: null },
      from: 'envois@example.com',
      name: 'Lolapp',
      secrets: testSecrets,
      readFile: () => Promise.reject(new Error('no file')),
      keepsMails: false,
      allowPrivate: true,
    })
    const payload = {
      subject: 'Votre rendez-vous',
      text: 'Bonjour',
      html: '<p>Bonjour</p>',
      ical: partOf(rdv(), cancelled),
    }
    await port.send({ id: 'essai', sender: PLATFORM_SENDER, to: 'lea@example.com', payload })
    const [{ mail, raw } = { mail: undefined, raw: '' }] = server.received
    expect(raw).toMatch(new RegExp(`^Content-Type: text/calendar;[^]*?method=${method}`, 'im'))
    expect(mail?.text).toContain('Bonjour')
    const calendars = (mail?.attachments ?? []).filter(({ contentType }) => /calendar|ics/.test(contentType))
    expect(calendars.length).toBeGreaterThan(0)
    for (const { content } of calendars) {
      const event = eventOf(content.toString('utf8'))
      expect([event.uid, String(event.sequence), event.status]).toEqual(['rdv-rdv-1@demo.lolapp', '7', status])
      expect((event as unknown as { attendee: { val: string } }).attendee.val).toContain('lea@example.com')
    }
  },
)
