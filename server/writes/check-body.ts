import { forbiddenFields, may, type Staff } from '../../schemas/access.ts'
import { commandOf, commandsOf } from '../../schemas/commands.ts'
import { existsInZone } from '../../schemas/dates.ts'
import type { Entity, Issue } from '../../schemas/entity.ts'
import type { Values } from '../../schemas/merge.ts'
import { messages } from '../../schemas/messages.ts'
import { BASE } from '../../schemas/protocol.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import type { ExceptionAbsence } from '../../schemas/rules/absences.ts'
import { assertNoIssues, createIssues, patchIssues, zoneIssues } from '../../schemas/validate.ts'

const NOT_YOURS = 'Vous ne pouvez pas modifier ce champ'

/** The contract's zero date means « unset » (ENT-03); it is used in requests and answers only. */
export function withoutZeroDates(entity: Entity, body: Values): Values {
  const clean: Values = {}
  for (const [name, value] of Object.entries(body)) {
    const kind = entity.fields[name]?.kind
    const dated = kind === 'date' || kind === 'datetime' || kind === 'instant'
    clean[name] = dated && typeof value === 'string' && value.startsWith('0000-00-00') ? null : value
  }
  return clean
}

/** Fields that this person may not set (mass assignment): rights of the staff, and what only a command sets. */
function notYours(staff: Staff, resource: SyncedResource, patch: Values): string[] {
  const entity = entityOf(resource)
  const refused = commandsOf(resource).filter((command) => !may(staff, command, resource))
  const ofCommands = new Set(refused.flatMap((command) => commandOf(command).fields))
  return Object.keys(patch).filter((name) => entity.fields[name]?.managed || ofCommands.has(name))
}

const refused = (fields: readonly string[]): Issue[] => fields.map((field) => ({ field, message: NOT_YOURS }))

/** Throws 422 for an unknown or forbidden field, a wrong type, an impossible date. Anybody may send the values that a new record has by default. */
export function assertCreatable(staff: Staff, resource: SyncedResource, body: Values): void {
  const entity = entityOf(resource)
  assertNoIssues(createIssues(entity, body))
  const said = Object.entries(body).filter(([name, value]) => value !== (entity.fields[name]?.initial ?? null))
  assertNoIssues(refused(notYours(staff, resource, Object.fromEntries(said))))
}

/** Throws 422 like `assertCreatable`, and when `base` is not given for exactly the patched fields. */
export function assertPatchable(
  staff: Staff,
  { resource, patch, base }: { resource: SyncedResource; patch: Values; base: Values | null },
): void {
  assertNoIssues(patchIssues(entityOf(resource), patch))
  const fields = Object.keys(patch)
  assertNoIssues(refused([...notYours(staff, resource, patch), ...forbiddenFields(staff, resource, fields)]))
  if (base === null) return
  const given = Object.keys(base)
  if (given.length !== fields.length || given.some((name) => !(name in patch))) {
    assertNoIssues([{ field: BASE, message: 'Les valeurs de base sont celles des champs modifiés, ni plus ni moins' }])
  }
}

/** Fields that a command's body may give. */
export function assertCommandFields(
  patch: Values,
  { allowed, needed }: { allowed: readonly string[]; needed?: string | undefined },
): void {
  const unknown = Object.keys(patch).filter((name) => !allowed.includes(name))
  assertNoIssues(unknown.map((field) => ({ field, message: messages.unknown })))
  if (needed === undefined) return
  if (patch[needed] === undefined || patch[needed] === null) {
    assertNoIssues([{ field: needed, message: messages.required }])
  }
}

/** Throws 422 for a wall-clock time in the hour that the company's time zone skips in spring. */
export function assertWallClock(entity: Entity, values: Values, zone: string): void {
  const planning = values.IDINTERVENTION_PLANNING as { DEBUT: string; FIN: string }[] | null | undefined
  const skipped = planning?.some(({ DEBUT, FIN }) => !existsInZone(DEBUT, zone) || !existsInZone(FIN, zone)) ?? false
  const moved = values.EXCEPTIONS as ExceptionAbsence[] | null | undefined
  const movedBadly = moved?.some(({ DEBUT, FIN }) =>
    [DEBUT, FIN].some((wall) => wall !== undefined && !existsInZone(wall, zone)),
  )
  assertNoIssues([
    ...zoneIssues(entity, values, zone),
    ...(movedBadly ? [{ field: 'EXCEPTIONS', message: messages.skippedHour }] : []),
    ...(skipped ? [{ field: 'IDINTERVENTION_PLANNING', message: messages.skippedHour }] : []),
  ])
}
