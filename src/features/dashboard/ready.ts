import type { SyncedResource } from '../../../schemas/resources.ts'

export type MissingPart = 'projet' | 'client' | 'adresse'

export type Missing =
  | { kind: 'collections'; resources: SyncedResource[] }
  | { kind: 'record'; start: string; what: MissingPart }
  | { kind: 'stale' }

/** One appointment of tomorrow with what it points to; `has` tells whether the device holds it. */
export interface NeededItem {
  start: string
  projet: { id: string | null; has: boolean }
  client: { id: string | null; has: boolean }
  adresse: { id: string | null; has: boolean }
}

const STALE_MS = 24 * 3_600_000
const PARTS: readonly MissingPart[] = ['projet', 'client', 'adresse']

/**
 * « Prêt pour demain »: what is missing for tomorrow, nothing when ready. Every collection must have been whole once, within the last day, and
 * tomorrow's appointments must have their project, client and address on the device. `now` in ms.
 */
export function missingForTomorrow(input: {
  states: readonly { resource: SyncedResource; completeAt: string | null }[]
  items: readonly NeededItem[]
  now: number
}): Missing[] {
  const missing: Missing[] = []
  const incomplete = input.states.filter((state) => state.completeAt === null).map((state) => state.resource)
  if (incomplete.length > 0 || input.states.length === 0) missing.push({ kind: 'collections', resources: incomplete })
  for (const item of input.items) {
    const part = PARTS.find((name) => item[name].id !== null && !item[name].has)
    if (part) missing.push({ kind: 'record', start: item.start, what: part })
  }
  const oldest = Math.min(...input.states.map((state) => Date.parse(state.completeAt ?? '')).filter(Number.isFinite))
  if (incomplete.length === 0 && Number.isFinite(oldest) && input.now - oldest > STALE_MS) {
    missing.push({ kind: 'stale' })
  }
  return missing
}
