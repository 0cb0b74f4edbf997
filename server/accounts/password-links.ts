import { sql } from 'kysely'
import { type MailCode, renderTemplate } from '../mail-templates/render-template.ts'
import { enqueueMessage } from '../messages/enqueue.ts'
import type { Tx } from '../plugins/database/database.ts'
import { newToken } from '../plugins/session/tokens.ts'
import type { Secrets } from '../secrets.ts'

/** Minutes during which a link of « mot de passe oublié » is valid. */
export const RESET_MINUTES = 60
/** Longer, because the reader of an installation mail may not have started yet. */
export const INSTALL_MINUTES = 7 * 24 * 60

const digestOf = (secrets: Secrets, token: string): string => secrets.digest('password link', token)

interface LinkTarget {
  /** `personnel:<id>` of the transaction's company, or `admin:<id>` in a transaction of the platform. */
  account: string
  minutes: number
  /** `https://demo.example.com` */
  origin: string
}

interface NewLink extends LinkTarget {
  mail: string
  /** The mail with the link; `lien`, `duree`, `adresse` and `mail` are filled in here. */
  code: Extract<MailCode, 'password_reset' | 'invitation' | 'installation'>
  /** Name of its reader. */
  name: string
  /** Account that asked for it. */
  by?: string
}

/** A link that lets its reader choose the account's password once; the stored digest does not open it. */
export async function newPasswordLink(
  tx: Tx,
  secrets: Secrets,
  { account, minutes, origin }: LinkTarget,
): Promise<{ url: string; digest: string }> {
  const token = newToken()
  const digest = digestOf(secrets, token)
  await sql`insert into password_link (digest, company_id, account, expires_at)
    values (${digest}, nullif(current_setting('app.company_id', true), ''), ${account},
      ${new Date(Date.now() + minutes * 60_000)})`.execute(tx)
  return { url: `${origin}/password/reset/${token}`, digest }
}

/**
 * Mails such a link. An invitation is valid for longer than a mail is tried: it is tried like any other, and whoever invited is told when it is lost. Call
 * `app.messages.wake` after the commit.
 */
export async function sendPasswordLink(tx: Tx, secrets: Secrets, link: NewLink): Promise<void> {
  const { account, code, name, mail, origin, minutes } = link
  const { url: lien, digest } = await newPasswordLink(tx, secrets, link)
  const variables = { nom: name, lien, duree: inWords(minutes), adresse: origin, mail }
  const kept = { secret: true, validSeconds: minutes * 60 } as const
  const isInvitation = code !== 'password_reset'
  const person = /^personnel:(.+)$/.exec(account)?.[1]
  await enqueueMessage(tx, {
    key: `password-link ${digest}`,
    channel: 'mail',
    recipient: mail,
    payload: {
      ...(await renderTemplate(tx, { code, variables })),
      ...kept,
      ...(isInvitation ? { lasting: true } : {}),
    },
    ...(isInvitation && person !== undefined ? { about: { resource: 'personnel', id: person } } : {}),
    ...(link.by === undefined ? {} : { by: link.by }),
  })
}

const inWords = (minutes: number): string => {
  const [n, unit] = minutes % 1440 === 0 ? [minutes / 1440, 'jour'] : [minutes / 60, 'heure']
  return `${n} ${unit}${n > 1 ? 's' : ''}`
}

/** The account of a link that can still be used, in the transaction's company or platform; null for any other token. */
export async function accountOfLink(tx: Tx, secrets: Secrets, token: string): Promise<string | null> {
  const { rows } = await sql<{ account: string }>`select account from password_link
    where digest = ${digestOf(secrets, token)} and used_at is null and expires_at > now()`.execute(tx)
  return rows[0]?.account ?? null
}

/** Uses a link, and with it every other one of its account. Of two concurrent uses one gets the account and the other null. */
export async function takeLink(tx: Tx, secrets: Secrets, token: string): Promise<string | null> {
  const { rows } = await sql<{ account: string }>`update password_link set used_at = now()
    where digest = ${digestOf(secrets, token)} and used_at is null and expires_at > now()
    returning account`.execute(tx)
  const account = rows[0]?.account
  if (account === undefined) return null
  await endLinks(tx, account)
  return account
}

/** No link that the account was sent opens it any more: its password was chosen, or its mail is another one. */
export async function endLinks(tx: Tx, account: string): Promise<void> {
  await sql`update password_link set used_at = now() where account = ${account} and used_at is null`.execute(tx)
}
