import { type Entity, isCreatable, isPatchable } from '../../../schemas/entity.ts'
import type { FieldErrors } from '../../../schemas/errors.ts'
import { same, type Values } from '../../../schemas/merge.ts'
import { entityOf, type SyncedResource } from '../../../schemas/resources.ts'
import { isAgencyMove, type OutboxEntry } from '../../../sync/store/outbox-entry.ts'
import { synchronisationText as text } from '../../text/synchronisation.ts'
import { formatShortDay, formatTime } from '../../ui/format/format.ts'

/** Fields that the sync fills by itself: their names would tell people nothing. */
const SILENT = new Set(['DEBRIEF_LE', 'DEBRIEF_PAR', 'DATE_SOUMISSION'])
/** Fields that a command fills: its name says it. */
const BY_COMMAND = new Set(['PRISE_PAR', 'ANNULE_PAR', 'ANNONCES', 'RELANCES', 'SUPPRIME'])
const NAMED = 3

/** The name of a record here: its label, and for a dated record its day and hour. */
export function recordLabel(resource: SyncedResource, record: Values | null | undefined): string {
  if (!record) return text.unknownRecord
  const label = entityOf(resource).label(record as never)
  const start = record.RDV_DEBUT
  if (typeof start !== 'string' || start.length < 16) return label
  return `${label}, ${formatShortDay(start)} ${formatTime(start)}`
}

const toldFields = ({ resource, patch }: Pick<OutboxEntry, 'resource' | 'patch'>): string[] => {
  const { fields, key } = entityOf(resource)
  return Object.keys(patch)
    .filter((name) => name !== key && !SILENT.has(name))
    .flatMap((name) => fields[name]?.label ?? [])
}

/** « Modification : Téléphone portable, Ville »: what the entry does, in words. */
export function actionLabel(entry: Pick<OutboxEntry, 'resource' | 'action' | 'patch'>): string {
  const action = text.actions[entry.action]
  if (entry.action !== 'update') return action
  if (entry.resource === 'rdv' && entry.patch.SUPPRIME === 0) return 'Rétablissement'
  const labels = toldFields(entry)
  if (labels.length === 0) return action
  const rest = labels.length - NAMED
  const named = labels.slice(0, NAMED).join(', ')
  return text.fields(action, rest > 0 ? `${named} ${text.moreFields(rest)}` : named)
}

/** Why an entry is still here, in words. */
export function pendingReason(
  entry: Pick<OutboxEntry, 'resource' | 'action' | 'patch' | 'state' | 'attempts' | 'after'>,
  around: { entries: readonly Pick<OutboxEntry, 'id' | 'state' | 'after'>[]; online: boolean; paused: boolean },
): string {
  const states = text.pendingStates
  if (entry.state === 'acked') return states.received
  const causes = causesOf(entry, around.entries)
  if (causes.some((cause) => cause.state === 'refused')) return states.afterRefused
  if (around.paused) return states.paused
  if (!around.online) return states.offline
  if (causes.some((cause) => cause.state !== 'acked')) return states.after
  if (entry.state === 'pending' && isAgencyMove(entry)) return states.move
  // The first attempt counts while it is under way.
  if (entry.state === 'sent' && entry.attempts <= 1) return states.sending
  return entry.attempts > 0 ? states.retry(entry.attempts) : states.ready
}

type Linked = Pick<OutboxEntry, 'id' | 'after'>

/** Open entries that this one comes after, through others too. */
function causesOf<E extends Linked>(entry: Pick<Linked, 'after'>, entries: readonly E[]): E[] {
  const byId = new Map(entries.map((one) => [one.id, one]))
  const found = new Map<string, E>()
  const visit = (ids: readonly string[]): void => {
    for (const id of ids) {
      const cause = byId.get(id)
      if (!cause || found.has(id)) continue
      found.set(id, cause)
      visit(cause.after)
    }
  }
  visit(entry.after)
  return [...found.values()]
}

/** Open entries that wait for this one, directly or through others, oldest first. */
export const dependentsOf = <E extends Linked>(id: string, entries: readonly E[]): E[] =>
  entries.filter((one) => one.id !== id && causesOf(one, entries).some((cause) => cause.id === id))

/** Messages of a refusal with the French label of each field; those that concern no single field come first, without a label. */
export function refusalMessages(
  entry: Pick<OutboxEntry, 'resource' | 'error'>,
): { label: string | null; message: string }[] {
  const { error } = entry
  if (!error) return []
  const { fields } = entityOf(entry.resource)
  const told = Object.entries((error.errors ?? {}) as FieldErrors).flatMap(([name, messages]) =>
    messages.map((message) => ({ label: name === '_' ? null : (fields[name]?.label ?? name), message })),
  )
  if (told.length > 0) return told.sort((a, b) => Number(a.label !== null) - Number(b.label !== null))
  // « Validation error » is the API's English, and « Une erreur est survenue » says nothing (PUSH-13): people read what the code means.
  const message = text.refusals[error.code] ?? error.message
  const isWord = error.code === 'VALIDATION_ERROR' || error.code === 'INTERNAL'
  return [{ label: null, message: isWord ? message : error.message || message }]
}

const EDITABLE = (entity: Entity, name: string): boolean => {
  const kind = entity.fields[name]?.kind
  return kind !== undefined && kind !== 'id' && kind !== 'json' && kind !== 'instant' && !SILENT.has(name)
}

/**
 * Fields that a person may correct in a refused entry, those that the server complains about first. A creation may also be given what it lacked;
 * another entry only carries the fields whose base it knows.
 */
export function correctableFields(entry: Pick<OutboxEntry, 'resource' | 'action' | 'patch' | 'error'>): string[] {
  if (entry.action === 'delete') return []
  const entity = entityOf(entry.resource)
  const complained = Object.keys(entry.error?.errors ?? {})
  const settable = entry.action === 'create' ? isCreatable : isPatchable
  const names = Object.keys(entity.fields).filter((name) => {
    const field = entity.fields[name]
    if (!field || !EDITABLE(entity, name) || !settable(field)) return false
    return name in entry.patch || (entry.action === 'create' && complained.includes(name))
  })
  return [...names.filter((name) => complained.includes(name)), ...names.filter((name) => !complained.includes(name))]
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Of a list, the items that the entry adds or changes: the others were there before. */
function enteredIn(value: unknown, before: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(before)) return value
  return value.filter((item) => !before.some((one) => same(one, item)))
}

/** What was typed and no form corrects: its author reads it here, perhaps only here, before it is sent again or abandoned. */
export function enteredValues(
  entry: Pick<OutboxEntry, 'resource' | 'action' | 'patch' | 'base' | 'error'>,
): { name: string; value: unknown }[] {
  const entity = entityOf(entry.resource)
  const correctable = correctableFields(entry)
  return Object.keys(entry.patch).flatMap((name) => {
    const kind = entity.fields[name]?.kind
    if (kind === undefined || kind === 'id' || kind === 'instant') return []
    if (name === entity.key || SILENT.has(name) || BY_COMMAND.has(name) || correctable.includes(name)) return []
    const value = enteredIn(entry.patch[name], entry.base?.[name])
    return isEmpty(value) ? [] : [{ name, value }]
  })
}

export interface Candidate {
  IDCLIENT: string
  NOM: string
  PRENOM: string | null
  PORTABLE: string | null
  TELEPHONE: string | null
  VILLE: string | null
  reasons: string[]
}

/** The clients that a DUPLICATE refusal names. */
export function candidatesOf(error: OutboxEntry['error']): Candidate[] {
  if (error?.code !== 'DUPLICATE') return []
  const list = (error.details as { candidates?: unknown } | undefined)?.candidates
  return Array.isArray(list)
    ? list.filter((one): one is Candidate => typeof (one as Candidate | null)?.IDCLIENT === 'string')
    : []
}
