import type { Values } from '../../schemas/merge.ts'
import { isSynced, type SyncedResource } from '../../schemas/resources.ts'
import { noticeTime } from '../../schemas/rules/notices.ts'
import type { LostMessage } from '../messages/claim.ts'
import type { Tx } from '../plugins/database/database.ts'
import { isScoped, readRow, type StoredRow } from '../repositories/rows.ts'
import { eventOf, type NoticeEvent, officeOf, repOf } from './events.ts'
import { mayBeTold } from './recipients.ts'

/** Keys of what goes to the company, and of the word to a customer's former address. */
const ELSE = /^(space-request|contact):|:agence$/

/**
 * The notice of a message to a customer, or of a colleague's invitation, that will not leave, or perhaps not: to whoever asked for it; where the server sent it by
 * itself, or they have left or see the record no more, to the people of its record, else to the office. Null where it is about no record, and of an invitation by
 * an administrator, who has the list of what failed. Give it to `ServiceWrite.tell`.
 * @param isSure false where nobody knows whether it left
 */
export async function lostMessageEvent(
  tx: Tx,
  message: LostMessage,
  { isSure }: { isSure: boolean },
): Promise<NoticeEvent | null> {
  const { channel, key, resource, recordId: id } = message
  if (resource === null || !isSynced(resource) || id === null || ELSE.test(key)) return null
  const asked = /^personnel:(.+)$/.exec(message.createdBy ?? '')?.[1]
  if (resource === 'personnel' && asked === undefined) return null
  const row = await readRow(tx, { resource, id })
  if (!row || row.deleted) return null
  // « SMS non parti, 24/11/2026 à 09:00 »: an app that does not know this kind yet shows it under another title.
  const gone = isSure ? 'non parti' : 'peut-être non parti'
  const detail = [
    resource === 'personnel'
      ? `Invitation ${gone}e : vérifiez l’adresse et invitez de nouveau`
      : `${channel === 'sms' ? 'SMS' : 'Mail'} ${gone}`,
    subjectOf(resource, row.record),
  ]
  const lost = eventOf(
    { resource, row },
    { kind: 'message_perdu', people: [], detail: detail.filter(Boolean).join(', ') },
  )
  // Clients are everybody's: their rows name nobody who sees them.
  const about = isScoped(resource) ? lost : { ...lost, viewers: null }
  const isTold = asked !== undefined && (await mayBeTold(tx, asked, about.viewers))
  const event = {
    ...about,
    people: isTold ? [asked] : await peopleOf(tx, resource, { ...row, viewers: about.viewers }),
  }
  return resource === 'client' ? { ...event, client: { IDCLIENT: id, IDPROJET: null } } : event
}

/**
 * Whose record it is: who goes to the appointment, who is responsible for it; where none of them may be told, the office, as of a signature.
 * @param viewers null: everybody sees it
 */
async function peopleOf(
  tx: Tx,
  resource: SyncedResource,
  { record, viewers }: Pick<StoredRow, 'record'> & Pick<NoticeEvent, 'viewers'>,
): Promise<string[]> {
  const own = resource === 'rdv' ? (record.IDPERSONNELS as string[]) : []
  for (const one of own) if (await mayBeTold(tx, one, viewers)) return own
  const responsible = resource === 'client' ? { IDRESPONSABLEPROJET: record.IDPERSONNEL } : record
  const rep = resource === 'personnel' ? [] : await repOf(tx, responsible, viewers)
  return rep.length > 0 ? rep : officeOf(tx)
}

const subjectOf = (resource: SyncedResource, record: Values): string | null => {
  if (resource === 'rdv') return noticeTime(record.RDV_DEBUT as string)
  return resource === 'devis' ? (record.NUMERO_DEVIS as string | null) : null
}
