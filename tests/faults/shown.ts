import { same, type Values } from '../../schemas/merge.ts'
import { itemKey } from '../../schemas/merge-set.ts'
import { entityOf } from '../../schemas/resources.ts'
import { inOrder, type OutboxEntry } from '../../sync/store/outbox-entry.ts'
import type { Device } from '../support/device-steps.ts'
import { setsOf } from './items.ts'
import { knownTo, type Release } from './releases.ts'

/** What a person saved is what their phone shows until the server has answered (OUT-5). */

/** States in which the server has not answered, or has refused: an acknowledged entry may have lost against a colleague's. */
const OWN: readonly OutboxEntry['state'][] = ['pending', 'sent', 'refused']

const keysOf = (list: unknown): string[] => (Array.isArray(list) ? list.map(itemKey) : [])

/** A deletion that is not refused hides its record; that of an appointment is an edit. */
const hides = ({ action, patch, state }: OutboxEntry): boolean =>
  action === 'delete' && Object.keys(patch).length === 0 && state !== 'refused'

/**
 * The fields of a record whose shown value is not the one that its author saved last. Pure.
 * @param entries its open entries, any order
 * @param shown the record as the phone shows it; null where it shows none
 */
export function notShown(entries: readonly OutboxEntry[], shown: Values | null): string[] {
  const ordered = [...entries].sort(inOrder)
  const [first] = ordered
  if (!first || ordered.some(hides)) return []
  // An edit of a record that the server has taken away waits for its answer; a new record is here alone.
  if (shown === null) return ordered.some((one) => one.action === 'create' && OWN.includes(one.state)) ? ['(all)'] : []
  const sets = setsOf(first.resource)
  const { fields } = entityOf(first.resource)
  const last = new Map<string, OutboxEntry>()
  const added = new Map<string, string>()
  for (const entry of ordered) {
    if (entry.action === 'delete' && entry.state === 'refused') continue
    // The server has it, and others may have changed it since: its answer is on its way.
    if (entry.action === 'create' && Number(shown.VERSION ?? 0) > 0) continue
    for (const [field, value] of Object.entries(entry.patch)) {
      // What only the server sets of a new record is empty until then.
      if (entry.action === 'create' && fields[field]?.merge === 'server') continue
      if (!sets.includes(field)) {
        last.set(field, entry)
        continue
      }
      const [was, is] = [keysOf(entry.base?.[field]), keysOf(value)]
      for (const key of was) if (!is.includes(key)) added.delete(`${field} ${key}`)
      if (OWN.includes(entry.state)) for (const key of is) if (!was.includes(key)) added.set(`${field} ${key}`, field)
    }
  }
  const values = [...last].filter(
    ([field, { patch, state }]) => OWN.includes(state) && !same(shown[field] ?? null, patch[field] ?? null),
  )
  const items = [...added].filter(([name, field]) => !keysOf(shown[field]).includes(name.slice(field.length + 1)))
  return [...values.map(([field]) => field), ...items.map(([name]) => name)]
}

/** A phone and the tab that is open on it. */
interface Showing {
  tab: { device: Pick<Device, 'entries' | 'shown'> } | undefined
  phone: { label: string; release: Release; isRolledBack: boolean }
}

/** Asks it of every record with an open entry on a phone. */
export async function checkShown(world: { broken: string[] }, { tab, phone }: Showing): Promise<void> {
  // After a rollback only what waits is shown, without its lists, until the server's records are read again (VER-4).
  if (!tab || phone.isRolledBack) return
  const open = (await tab.device.entries()).map((entry) => ({
    ...entry,
    patch: Object.fromEntries(Object.entries(entry.patch).filter(([field]) => knownTo(phone.release, entry, field))),
  }))
  const names = new Set(open.map(({ resource, recordId }) => `${resource}/${recordId}`))
  for (const name of names) {
    const ofRecord = open.filter(({ resource, recordId }) => `${resource}/${recordId}` === name)
    const [{ resource, recordId }] = ofRecord as [OutboxEntry]
    const missing = notShown(ofRecord, await tab.device.shown(resource, recordId))
    if (missing.length > 0)
      world.broken.push(`OUT-5: ${phone.label} does not show what was saved of ${name}: ${missing}`)
  }
}
