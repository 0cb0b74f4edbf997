import { sql } from 'kysely'
import { isFrenchMobile } from '../../schemas/rules/french-mobile.ts'
import { endSessions } from '../accounts/end-sessions.ts'
import { auditWrite } from '../audit/audit.ts'
import { enqueueMessage } from '../messages/enqueue.ts'
import { contactEvent } from '../notices/contact-event.ts'
import type { NoticeEvent } from '../notices/events.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { Changes } from '../writes/changes.ts'
import { type ContactChange, isAlarming, longestBlock, openChanges, readContactHistories } from './contact-changes.ts'
import type { ContactUrl } from './contact-link.ts'

/** Who wrote, and what a message to an old contact needs. */
export interface ContactAuthor {
  /** Account that wrote. */
  account: string
  contactUrl: ContactUrl
  now: Date
  /** Tells the company what no former contact could be told; in the same transaction. */
  tell: (event: NoticeEvent) => void
}

interface ContactWrite extends ContactAuthor {
  tx: Tx
  changes: Changes
}

/** What the database's own record of changes looks at (migration 0018). */
const CONTACT = ['PORTABLE', 'TELEPHONE', 'MAIL']

/**
 * Consequences of a written contact of a client, once its row is written: the audit has both values, the old number and address are told, the client's
 * sessions end. @returns the accounts whose sessions ended, to be forgotten after the commit
 */
export async function contactEffects({ tx, changes, ...author }: ContactWrite): Promise<string[]> {
  const ended: string[] = []
  for (const { resource, row, before, fields } of changes.all()) {
    // Nobody is reached by the contact of a record that is deleted: the kept one of a merge has its own (MERGE-9).
    if (resource !== 'client' || before === null || row.deleted || !CONTACT.some((name) => fields.has(name))) continue
    const { rows } = await sql<{ id: string }>`update contact_change set par = ${author.account}
      where company_id = current_setting('app.company_id') and client_id = ${row.id} and par is null
        and at >= transaction_timestamp() returning id`.execute(tx)
    if (rows.length === 0) continue
    await tellChanges(tx, author, { client: row.id, ids: rows.map(({ id }) => id) })
    const owner = `client:${row.id}`
    await endSessions(tx, owner)
    ended.push(owner)
  }
  return ended
}

/**
 * Changes that were just written: the audit has both values, and the old contacts are told.
 * @param client the record that the customer has now: the kept one, where the change is of one that went into it
 */
export async function tellChanges(
  tx: Tx,
  { account, contactUrl, now, tell }: ContactAuthor,
  { client, ids }: { client: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return
  const histories = await readContactHistories(tx, client)
  for (const id of ids) {
    const found = histories.filter(({ changes }) => changes.some((one) => one.id === id))
    const change = found[0]?.changes.find((one) => one.id === id)
    if (!change) continue
    await auditWrite(tx, account, {
      action: 'client.contact',
      target: `client:${client}`,
      details: detailsOf(change),
    })
    const told = found.map((history) => contactsBefore(openChanges(history, now), change))
    const isTold = await tellFormer({ tx, account, contactUrl, client }, change, {
      phones: new Set(told.flatMap(({ phones }) => phones)),
      mails: new Set(told.flatMap(({ mails }) => mails)),
    })
    // A contact that is again as before blocks nothing: nobody has to be told, and it must not count as contested when the next change comes.
    const before = longestBlock(histories, now)
    if (isTold || before === null || !found.some((history) => isAlarming(change, history))) continue
    await sql`update contact_change set untold = true where company_id = current_setting('app.company_id')
      and id = ${id}`.execute(tx)
    // Once for a block: the page that the first notice opens shows the present one.
    if (before.until === null) continue
    const block = longestBlock(await readContactHistories(tx, client), now)
    const event = block?.until === null ? await contactEvent(tx, client, 'untold') : null
    if (event) tell(event)
  }
}

/** Only the changed values. */
function detailsOf({ old_phone, new_phone, old_mail, new_mail }: ContactChange): Record<string, string> {
  const phone = { ancien_numero: old_phone, nouveau_numero: new_phone }
  const mail = { ancienne_adresse: old_mail, nouvelle_adresse: new_mail }
  return { ...(old_phone === new_phone ? {} : phone), ...(old_mail === new_mail ? {} : mail) }
}

/**
 * Every number and address that the customer had before the changes that are still open. Never a contact that one of these changes brought: somebody who
 * changes them one after the other must not be the one who is told. Pure.
 */
function contactsBefore(
  open: readonly ContactChange[],
  change: ContactChange,
): { phones: readonly string[]; mails: readonly string[] } {
  const added = new Set(
    open.flatMap((one) => [
      ...(one.old_phone === one.new_phone ? [] : [one.new_phone]),
      ...(one.old_mail === one.new_mail ? [] : [one.new_mail]),
    ]),
  )
  const first = open[0] ?? change
  // After a change back to the first contact, the first owner is told, although the last change brought that contact.
  for (const theirs of [first.old_phone, first.old_mail]) added.delete(theirs)
  const isBefore = (contact: string): boolean => contact !== '' && !added.has(contact)
  return {
    phones: open.map(({ old_phone }) => old_phone).filter(isBefore),
    mails: open.map(({ old_mail }) => old_mail).filter(isBefore),
  }
}

/** @returns false where a limit kept a text, and no mail tells it either */
async function tellFormer(
  { tx, account, contactUrl, client }: Pick<ContactWrite, 'tx' | 'account' | 'contactUrl'> & { client: string },
  change: ContactChange,
  { phones, mails }: { phones: ReadonlySet<string>; mails: ReadonlySet<string> },
): Promise<boolean> {
  const { rows } = await sql<{ id: string; key: string; NOM: string }>`select id, key, "NOM" from company
    where id = current_setting('app.company_id')`.execute(tx)
  const company = rows[0] as { id: string; key: string; NOM: string }
  const url = contactUrl(company, change.id)
  const about = { resource: 'client', id: client }
  let isLimited = false
  for (const recipient of phones) {
    if (!isFrenchMobile(recipient)) continue
    if (await isLimitReached(tx, recipient)) {
      isLimited = true
      continue
    }
    const text = `${company.NOM} : ${said(change)}. Si c'est vous, confirmez ; sinon, dites-le nous : ${url}`
    const payload = { text, secret: true, lasting: true } as const
    await enqueueMessage(tx, { channel: 'sms', key: `contact:${change.id}:${recipient}`, recipient, payload, about })
  }
  if (isLimited) await auditWrite(tx, account, { action: 'client.contact_untold', target: `client:${client}` })
  for (const recipient of mails) {
    const text = [
      'Bonjour,',
      `${said(change)} chez ${company.NOM}.`,
      `Si vous l'avez demandé, confirmez-le ici pour signer sans attendre. Si ce n'est pas vous, dites-le au même endroit : ${url}`,
    ].join('\n\n')
    const subject = `Vos coordonnées chez ${company.NOM} ont changé`
    const payload = { subject, text, secret: true, lasting: true } as const
    await enqueueMessage(tx, { channel: 'mail', key: `contact:${change.id}:${recipient}`, recipient, payload, about })
  }
  return !isLimited || mails.size > 0
}

/**
 * SMS about changed numbers. To one number: repeated changes send no more. Of the company: these texts go to whatever number stood in a record, so that who makes
 * records and changes them (an open session, a program with a defect) would send as many as they like, at our cost and in the company's name.
 */
const LIMITS = { numberADay: 5, companyAnHour: 60, companyADay: 300 } as const

/** Exact without a lock of its own: the rows of the write are stored, so its transaction holds the company's row (`take_seq`), and no other one counts. */
async function isLimitReached(tx: Tx, recipient: string): Promise<boolean> {
  const { rows } = await sql<{ number: number; hour: number; day: number }>`
    select count(*) filter (where recipient = ${recipient})::integer as number,
      count(*) filter (where created_at > now() - interval '1 hour')::integer as hour, count(*)::integer as day
    from message where company_id = current_setting('app.company_id') and channel = 'sms' and key like 'contact:%'
      and created_at > now() - interval '1 day'`.execute(tx)
  const { number = 0, hour = 0, day = 0 } = rows[0] ?? {}
  return number >= LIMITS.numberADay || hour >= LIMITS.companyAnHour || day >= LIMITS.companyADay
}

/** Does not name the new contacts, because the reader may be a stranger. */
function said({ old_phone, new_phone, old_mail, new_mail }: ContactChange): string {
  const what = [
    ...(old_phone === new_phone ? [] : ['votre numéro de téléphone']),
    ...(old_mail === new_mail ? [] : ['votre adresse email']),
  ].join(' et ')
  return `${what} ${what.includes(' et ') ? 'ont' : 'a'} changé dans votre dossier`.replace(/^v/, 'V')
}
