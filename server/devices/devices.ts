import { sql } from 'kysely'
import { followsDevicesOf, type Staff } from '../../schemas/access.ts'
import type { DeviceReport, TeamDevice } from '../../schemas/device.ts'
import type { PersonnelActor } from '../actor.ts'
import type { Tx } from '../plugins/database/database.ts'

const DAY_MS = 86_400_000
/** A device that has not reported for so long is deleted. */
const SILENT_DAYS = 90
/** Devices of one person; those that reported longest ago are deleted for new ones. */
const DEVICES = 20
/** An entry is no older than this, whatever the device's clock says. */
const OLDEST_DAYS = 3650

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)

interface Told {
  actor: PersonnelActor
  /** The name that the browser gives itself. */
  device: string
  /** « iPhone · Safari » */
  agent: string
  report: DeviceReport
}

/** Stores a device's report; devices that have not reported for SILENT_DAYS are deleted. Safe to repeat. */
export async function noteDevice(trx: Tx, { actor, device, agent, report }: Told): Promise<void> {
  const now = new Date()
  const { complete, oldest, ...told } = report
  const row = {
    ...told,
    token_hash: actor.tokenHash,
    agent,
    reported_at: now,
    oldest: oldest === null ? null : within(daysBefore(now, OLDEST_DAYS), new Date(oldest), now),
    ...(complete ? { synced_at: now } : {}),
  }
  await trx
    .insertInto('device')
    .values({ company_id: actor.companyId, personnel_id: actor.id, device_id: device, ...row })
    .onConflict((conflict) => conflict.columns(['company_id', 'personnel_id', 'device_id']).doUpdateSet(row))
    .execute()
  await trx.deleteFrom('device').where('reported_at', '<', daysBefore(now, SILENT_DAYS).toISOString()).execute()
  await sql`delete from device where personnel_id = ${actor.id} and device_id in (
    select device_id from device where personnel_id = ${actor.id}
    order by reported_at desc, device_id offset ${DEVICES})`.execute(trx)
}

const within = (from: Date, at: Date, to: Date): Date => (at < from ? from : at > to ? to : at)

/**
 * The devices that `staff` follows, everybody's for an administrator (null); of one person with `id`. One that was logged out with nothing pending is left out. One with pending entries stays, because nobody else would know
 * of them. One whose session only expired stays too: nobody logged it out.
 */
export async function teamDevices(trx: Tx, staff: Staff | null, id?: string): Promise<TeamDevice[]> {
  const { rows } = await sql<TeamDevice & { IDAGENCE: string | null; AGENCES: string[] }>`
    select d.personnel_id as "IDPERSONNEL", p."NOM_COMPLET", p."IDAGENCE", p."AGENCES", d.device_id, d.agent, d.version,
      coalesce(s.revoked_at is null and s.expires_at > now(), false) as connected,
      d.reported_at, d.synced_at, d.pending, d.refused, d.files, d.oldest
    from device d
    join personnel p on p.company_id = d.company_id and p."IDPERSONNEL" = d.personnel_id
    left join session s on s.company_id = d.company_id and s.token_hash = d.token_hash
    where d.company_id = current_setting('app.company_id') and d.reported_at >= ${daysBefore(new Date(), SILENT_DAYS)}
      ${id === undefined ? sql`` : sql`and d.personnel_id = ${id}`}
      and (d.pending + d.refused + d.files > 0 or (s.token_hash is not null and s.revoked_at is null))
    order by d.synced_at nulls first, d.personnel_id, d.device_id`.execute(trx)
  return rows
    .filter(
      ({ IDAGENCE, AGENCES }) =>
        staff === null || followsDevicesOf(staff, { agences: IDAGENCE === null ? AGENCES : [IDAGENCE, ...AGENCES] }),
    )
    .map(({ IDAGENCE, AGENCES, ...device }) => device)
}
