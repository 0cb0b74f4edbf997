import { sql } from 'kysely'
import { frenchDate, instantOf, wallClock } from '../../schemas/dates.ts'
import { annonceDay, type GenreAnnonce, PAST, untrue } from '../../schemas/rules/annonces.ts'
import type { CanalReponse } from '../../schemas/rules/demandes.ts'
import { renderTemplate } from '../mail-templates/render-template.ts'
import { keptRecord } from '../merges/alias.ts'
import type { RefusedRdv } from '../messages/deliver.ts'
import type { MailPayload, RdvPayload, SmsPayload } from '../messages/enqueue.ts'
import { addressOf } from '../messages/present-recipient.ts'
import type { Database, Tx } from '../plugins/database/database.ts'
import type { Secrets } from '../secrets.ts'
import { calendarPart } from './calendar-message.ts'
import { newRdvLink } from './link.ts'
import { readTold, type ToldRdv } from './told-rdv.ts'

export interface MessageWriter {
  db: Database
  secrets: Secrets
  originOf: (label: string) => string
  now?: () => Date
}

interface Asked {
  id: string
  channel: CanalReponse
  /** Of when it was queued. */
  recipient: string
  rdv: RdvPayload['rdv']
}

const OTHER_CLIENT = 'Ce rendez-vous est maintenant celui d’un autre client.'

/** What is sent, or why nothing is, in French. */
export type Written =
  | {
      payload: MailPayload | SmsPayload
      recipient: string
      /** Seconds until the appointment begins. */
      within: number
    }
  | RefusedRdv

/**
 * Writes a message about an appointment at the moment at which it is sent: the appointment may have moved, or been cancelled, since somebody asked for it (it
 * waited on a phone, or for a mail server), and what is sent must be true. Nothing is sent that is not true any more. It goes to the address or the number that
 * the customer has now, which may have been corrected too.
 */
export const rdvMessageWriter =
  ({ db, secrets, originOf, now = () => new Date() }: MessageWriter) =>
  (companyId: string, asked: Asked): Promise<Written> =>
    db.inTenant(companyId, async (tx) => {
      const rdv = await readTold(tx, asked.rdv.id)
      if (!rdv) return { refused: 'Ce rendez-vous n’a plus de client à prévenir.', isPast: false }
      const { client } = asked.rdv
      if (client !== undefined && (await keptRecord(tx, client)) !== rdv.IDCLIENT)
        return { refused: OTHER_CLIENT, isPast: false, isLost: true }
      const at = now()
      const genre = genreNow(asked.rdv.genre, rdv, asked.rdv.annonce)
      const wrong = untrue(genre, rdv, { now: wallClock(at, rdv.company.zone), stopped: rdv.stopped })
      if (wrong !== null) return { refused: wrong, isPast: wrong === PAST }
      // Queued by an older server it does not say whom it is for.
      const reached = client === undefined ? { recipient: asked.recipient } : addressOf(asked.channel, rdv)
      if ('refused' in reached) return { ...reached, isPast: false, isLost: true }
      const { recipient } = reached
      const link = await newRdvLink(tx, { secrets, originOf, rdv, message: asked.id, genre, recipient })
      const payload = await write(tx, { asked, rdv, genre, link, at })
      // The administrators' outbox shows what was written; a text with a link is deleted once it is sent.
      await sql`update message set payload = ${JSON.stringify(payload)}::jsonb, recipient = ${recipient}
        where company_id = current_setting('app.company_id') and id = ${asked.id}`.execute(tx)
      const begins = instantOf(rdv.RDV_DEBUT, rdv.company.zone)?.getTime() ?? Number.POSITIVE_INFINITY
      return { payload, recipient, within: (begins - at.getTime()) / 1000 }
    })

/** A confirmation that waited while the appointment moved tells of the move, where the customer knew of another time; a move tells who knew of none that it is made. */
function genreNow(asked: GenreAnnonce, rdv: ToldRdv, annonce: string): GenreAnnonce {
  if (asked !== 'confirmation' && asked !== 'deplacement') return asked
  const earlier = rdv.ANNONCES.slice(
    0,
    Math.max(
      rdv.ANNONCES.findIndex(({ id }) => id === annonce),
      0,
    ),
  )
  const before = earlier.at(-1)
  if (asked === 'deplacement') return before ? asked : 'confirmation'
  return before && before.GENRE !== 'annulation' && before.DEBUT !== rdv.RDV_DEBUT ? 'deplacement' : asked
}

interface Writing {
  asked: Asked
  rdv: ToldRdv
  genre: GenreAnnonce
  link: string
  at: Date
}

async function write(tx: Tx, { asked, rdv, genre, link, at }: Writing): Promise<MailPayload | SmsPayload> {
  const variables = variablesOf(rdv, link)
  // Secret: whoever has the link may answer in the customer's place.
  const kept = { secret: true, lasting: true, rdv: asked.rdv } as const
  if (asked.channel === 'sms') {
    const { text } = await renderTemplate(tx, { code: `rdv_${genre}_sms`, variables })
    return { text, ...kept }
  }
  const ics = calendarPart(rdv, { cancelled: genre === 'annulation', link, now: at })
  const [answerTo] = rdv.people
  return {
    ...(await renderTemplate(tx, { code: `rdv_${genre}`, variables })),
    ...(ics === null ? {} : { ical: ics }),
    ...(answerTo?.mail ? { replyTo: answerTo.mail } : {}),
    ...kept,
  }
}

function variablesOf(rdv: ToldRdv, lien: string): Record<string, string> {
  const { company, people, RDV_DEBUT, RDV_FIN } = rdv
  const sameDay = RDV_DEBUT.slice(0, 10) === RDV_FIN.slice(0, 10)
  return {
    client: rdv.client,
    date: annonceDay(RDV_DEBUT),
    heure: RDV_DEBUT.slice(11),
    fin: sameDay ? RDV_FIN.slice(11) : `${RDV_FIN.slice(11)} le ${frenchDate(RDV_FIN)}`,
    lieu: rdv.place ?? 'à préciser',
    personne: people.map(({ name }) => name).join(', ') || company.NOM,
    telephone: company.TELEPHONE ?? people.find(({ phone }) => phone)?.phone ?? '',
    lien,
  }
}
