import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { DEFAULT_ZONE, formatDay, today, wallClock } from '../../schemas/dates.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { agentOf } from '../devices/agent.ts'
import { networkOf } from '../devices/network.ts'
import { type MailCode, renderTemplate } from '../mail-templates/render-template.ts'
import { enqueueMessage } from '../messages/enqueue.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { Opening } from '../plugins/session/sessions.ts'
import { splitAccount } from './end-sessions.ts'
import { accountById, type MailedAccount } from './mailed-account.ts'

/**
 * Mails that tell a person what happened to their account, so that they notice what they did not do themselves. Each is written in the transaction of the
 * event: of the account's company, or of the platform for an administrator. After the commit call `app.messages.wake(companyId)`.
 */
interface Notice {
  /** `personnel:<id>` or `admin:<id>`. */
  account: string
  code: Extract<
    MailCode,
    'nouvel_appareil' | 'mot_de_passe_change' | 'second_facteur' | 'compte_bloque' | 'adresse_changee'
  >
  /** Who is told, where the event has changed their address. */
  owner?: MailedAccount
  request: FastifyRequest
  /** « Une application de codes a été ajoutée. »: what `second_facteur` tells. */
  change?: string
  /** One mail a day at most. */
  onceADay?: true
}

type App = Pick<FastifyInstance, 'originOf'>

async function send(tx: Tx, app: App, notice: Notice): Promise<void> {
  const { account, code, request, change, onceADay } = notice
  const owner = notice.owner ?? (await accountById(tx, account))
  if (!owner) return
  const { rows } = await sql<{ key: string; zone: string }>`select key, "FUSEAU" as zone from company
    where id = nullif(current_setting('app.company_id', true), '')`.execute(tx)
  const { key: host, zone } = rows[0] ?? { key: 'admin', zone: DEFAULT_ZONE }
  const variables = {
    nom: owner.name,
    date: inWords(new Date(), zone),
    appareil: agentOf(request.headers['user-agent']),
    reseau: networkOf(request.ip),
    changement: change ?? '',
    lien: `${app.originOf(host)}/password/reset`,
  }
  await enqueueMessage(tx, {
    channel: 'mail',
    key: `${code} ${account} ${onceADay ? today(zone) : uuidv7()}`,
    recipient: owner.mail,
    payload: await renderTemplate(tx, { code, variables }),
  })
}

/** « 24 novembre 2026 à 09:12 », in the account's own time zone. */
function inWords(at: Date, zone: string): string {
  const wall = wallClock(at, zone)
  return `${formatDay(wall, 'D MMMM YYYY')} à ${wall.slice(11)}`
}

/** The password was changed by its owner, or chosen by a link. */
export const tellPasswordChanged = (tx: Tx, app: App, request: FastifyRequest, account: string): Promise<void> =>
  send(tx, app, { account, code: 'mot_de_passe_change', request })

/**
 * Somebody else may have replaced the account's address: whoever reads the new one chooses the password, so the former one is told.
 * @param owner the account as it was before, undefined where nobody logged in with it; call it after the change
 */
export async function tellMailChanged(
  tx: Tx,
  app: App,
  request: FastifyRequest,
  owner: MailedAccount | undefined,
): Promise<void> {
  if (!owner) return
  const now = await accountById(tx, owner.id)
  if (now?.mail !== owner.mail) await send(tx, app, { account: owner.id, owner, code: 'adresse_changee', request })
}

/**
 * A second factor was added, removed or renewed.
 * @param change whole French sentences that say what: « Une application de codes a été ajoutée. » Never a code or a key.
 */
export const tellSecondFactorChanged = (
  tx: Tx,
  app: App,
  request: FastifyRequest,
  { account, change }: { account: string; change: string },
): Promise<void> => send(tx, app, { account, code: 'second_facteur', request, change })

/** Too many passwords were tried, and no more are accepted for a while. One mail a day. */
export const tellLockedOut = (tx: Tx, app: App, request: FastifyRequest, account: string): Promise<void> =>
  send(tx, app, { account, code: 'compte_bloque', request, onceADay: true })

/**
 * A login on a device that the account has not used, identified by the name that it gives itself, else by browser and network. No mail for the very first
 * login, nor for the first one since sessions store this. Call it in the transaction of the session, after its row.
 */
export async function tellNewDevice(
  tx: Tx,
  app: App,
  request: FastifyRequest,
  { account, opening }: { account: string; opening: Opening },
): Promise<void> {
  const [kind, id] = splitAccount(account)
  const { deviceId, agent, address } = opening
  const { rows } = await sql<{ logins: number; here: number; synced: boolean }>`
    select count(*)::integer as logins, count(*) filter (where case
      when ${deviceId}::text is not null and s.device_id is not null then s.device_id = ${deviceId}::text
      else s.agent = ${agent} and s.address = ${address} end)::integer as here,
      exists (select from device d where ${kind}::text = 'personnel' and d.personnel_id = ${id}
        and d.device_id = ${deviceId}::text and d.company_id = nullif(current_setting('app.company_id', true), '')) as synced
    from session s where s.company_id is not distinct from nullif(current_setting('app.company_id', true), '')
      and s.kind = ${kind} and s.account_id = ${id} and s.impersonator is null and s.agent is not null`.execute(tx)
  const { logins, here, synced } = rows[0] ?? { logins: 0, here: 0, synced: false }
  // Both numbers include this login.
  if (logins > 1 && here === 1 && !synced) await send(tx, app, { account, code: 'nouvel_appareil', request })
}
