import type { SyncedResource } from '../../../schemas/resources.ts'

export type MissingPart = 'projet' | 'client' | 'adresse' | 'devis'

export type Missing =
  /** Never complete on this device yet. */
  | { kind: 'collections'; resources: SyncedResource[] }
  /** Not read as far as the latest change of these days (READY-1). */
  | { kind: 'behind'; resources: SyncedResource[] }
  | { kind: 'record'; item: 'rdv' | 'intervention'; start: string; what: MissingPart }
  /** Bytes that can be fetched; and bytes for which the device has no room. */
  | { kind: 'files' | 'room'; count: number; size: number }
  | { kind: 'map'; name: string; size: number }
  | { kind: 'stale' }

interface Part {
  id: string | null
  has: boolean
}

/** One appointment or intervention with its references; `has` tells whether the device has each of them. */
export interface NeededItem extends Record<MissingPart, Part> {
  item: 'rdv' | 'intervention'
  start: string
}

export interface NeededFile {
  sha256: string
  size: number
}

/** A collection on this device, or the server's state of one record of it: an epoch and a seq. */
interface Reached {
  epoch: string
  seq: number
}

export interface ReadyInput {
  states: readonly (Reached & { resource: SyncedResource; completeAt: string | null })[]
  /** States of the records of these days. */
  marks: readonly Reached[]
  items: readonly NeededItem[]
  /** Files of their projects, latest first. */
  files: readonly NeededFile[]
  /** SHA-256 of bytes that are on the device. */
  held: ReadonlySet<string>
  /** Bytes for which the device has room, of such files. */
  room: number
  /** Offered detailed maps of the places of these days that are not on the device. */
  maps: readonly { name: string; size: number }[]
  /** Milliseconds since 1970. */
  now: number
}

const STALE_MS = 24 * 3_600_000
const PARTS: readonly MissingPart[] = ['projet', 'client', 'adresse', 'devis']

/** The missing parts for these days, none when the device is ready for them without a network (READY-1, READY-2). */
export function missingFor(input: ReadyInput): Missing[] {
  const { states, now } = input
  const incomplete = states.filter((state) => state.completeAt === null).map((state) => state.resource)
  // Other missing parts arrive with these collections, or are reported once they are here.
  if (incomplete.length > 0 || states.length === 0) return [{ kind: 'collections', resources: incomplete }]
  const missing: Missing[] = []
  const behind = behindOf(input)
  if (behind.length > 0) missing.push({ kind: 'behind', resources: behind })
  for (const one of input.items) {
    const part = PARTS.find((name) => one[name].id !== null && !one[name].has)
    if (part) missing.push({ kind: 'record', item: one.item, start: one.start, what: part })
  }
  missing.push(...missingFiles(input), ...input.maps.map((map) => ({ kind: 'map', ...map }) as const))
  const oldest = Math.min(...states.map((state) => Date.parse(state.completeAt ?? '')))
  if (now - oldest > STALE_MS) missing.push({ kind: 'stale' })
  return missing
}

/**
 * A project may be here before its client, its quote and its files, which were written before it: all collections must have been read up to one
 * moment, the latest change of any record of these days, in one epoch of the server.
 */
function behindOf({ states, marks }: ReadyInput): SyncedResource[] {
  const epoch = states.find((state) => state.resource === 'rdv')?.epoch
  const latest = Math.max(0, ...marks.filter((mark) => mark.epoch === epoch).map((mark) => mark.seq))
  return states.filter((state) => state.epoch !== epoch || state.seq < latest).map((state) => state.resource)
}

/** The files for which the device has room, latest first, each content once. */
export function keptFiles<F extends NeededFile>(files: readonly F[], room: number): F[] {
  let total = 0
  const once = [...new Map(files.map((file) => [file.sha256, file])).values()]
  return once.filter((file) => {
    total += file.size
    return total <= room
  })
}

function missingFiles({ files, held, room }: ReadyInput): Missing[] {
  const away = files.filter((file) => !held.has(file.sha256))
  const kept = new Set(keptFiles(files, room))
  const sum = (kind: 'files' | 'room', some: readonly NeededFile[]): Missing[] =>
    some.length === 0 ? [] : [{ kind, count: some.length, size: some.reduce((total, { size }) => total + size, 0) }]
  const once = keptFiles(away, Number.POSITIVE_INFINITY)
  return [
    ...sum(
      'files',
      once.filter((file) => kept.has(file)),
    ),
    ...sum(
      'room',
      once.filter((file) => !kept.has(file)),
    ),
  ]
}
