import { isSameWrite, mergePatch, type Values } from '../../schemas/merge.ts'
import { entityOf } from '../../schemas/resources.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { closedAccounts } from '../repositories/closed-accounts.ts'
import type { StoredRow } from '../repositories/rows.ts'
import { presentReceiver } from '../writes/leaver.ts'
import type { ServiceWrite } from '../writes/service-write.ts'
import { handed } from './handed.ts'
import { companyNow } from './plan.ts'
import { type HandoverRow, type Item, lockHandover, nextItems, noteItem } from './store.ts'

/** Records of one transaction: the company's other writes wait for it. */
const STEP = 100

/** Does the next records of a handover, or of its undoing. Safe to repeat: each record is done once. @param by IDPERSONNEL of whoever asks */
export async function handoverStep(write: ServiceWrite, { id, by }: { id: string; by: string }): Promise<void> {
  const handover = await lockHandover(write.tx, id)
  const undoes = handover.undone_at !== null
  const items = await nextItems(write.tx, id, undoes ? 'given' : 'waiting', STEP)
  const now = await companyNow(write.tx)
  const closed = new Set(await closedAccounts(write.tx))
  for (const item of items) {
    const row = await write.lock(item.resource, item.record_id)
    if (undoes) await takeBack(write, { handover, item, row, by })
    else await give(write, { handover, item, row, by, now, closed })
  }
}

interface Step {
  handover: HandoverRow
  item: Item
  row: StoredRow | null
  by: string
}

interface Giving extends Step {
  now: string
  closed: ReadonlySet<string>
}

/** A colleague who has left since it was planned gets nothing more: it goes to whoever gets what arrives late (leaver.ts). */
async function give(write: ServiceWrite, { handover, item, row, by, now, closed }: Giving): Promise<void> {
  const from = handover.personnel_id
  const about = row && { projet: item.projet_id, record: row.record }
  const to =
    about && closed.has(item.to_id) ? await presentReceiver(write.tx, { from, handover, about, closed }) : item.to_id
  const patch = row && handed(item.resource, row.record, { from, to, now })
  if (!row || !patch) return noteItem(write.tx, handover.id, { item, state: 'skipped' })
  const before = Object.fromEntries(Object.keys(patch).map((name) => [name, row.record[name] ?? null]))
  edit(write, { item, row, patch, by })
  await noteItem(write.tx, handover.id, { item, state: 'given', to, before, version: row.version })
}

async function takeBack(write: ServiceWrite, { handover, item, row, by }: Step): Promise<void> {
  if (!row || item.version === null || !isSameWrite(row.version, item.version) || item.before === null)
    return noteItem(write.tx, handover.id, { item, state: 'kept' })
  edit(write, { item, row, patch: item.before, by })
  await noteItem(write.tx, handover.id, { item, state: 'back' })
}

interface Edit {
  item: Pick<Item, 'resource'>
  row: StoredRow
  patch: Values
  by: string
}

/** An edit that follows the last one of the record, with a stamp: what a device wrote without knowing of it is merged as with any other edit. */
function edit(write: ServiceWrite, { item: { resource }, row, patch, by }: Edit): void {
  const base = Object.fromEntries(Object.keys(patch).map((name) => [name, row.record[name] ?? null]))
  const next = row.version + 1
  const { record, stamps, changed } = mergePatch({
    entity: entityOf(resource),
    server: row.record,
    stamps: row.stamps,
    patch,
    base,
    stamp: [next, uuidv7(), by, next],
  })
  row.stamps = stamps
  write.set(resource, row, Object.fromEntries(changed.map((name) => [name, record[name]])))
}
