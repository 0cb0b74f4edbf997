import type { Entity } from '../../../schemas/entity.ts'
import { AppError } from '../../../schemas/errors.ts'
import { follow } from '../../forms/follow-record.ts'
import { valuesOf } from '../../forms/form-values.ts'
import type { FormValues } from '../../forms/payload.ts'
import type { FormEngine } from '../../forms/use-form-engine.ts'
import { adminText } from '../../text/admin/admin.ts'

/** The record as it is now, from the server's answer to a write that was based on an older one. */
export function changedRecord(error: unknown): Record<string, unknown> | null {
  if (!(error instanceof AppError) || error.code !== 'CONFLICT') return null
  const { body } = (error.details ?? {}) as { body?: { details?: { record?: unknown } } }
  const record = body?.details?.record
  return typeof record === 'object' && record !== null ? (record as Record<string, unknown>) : null
}

/**
 * Somebody has changed the record since the form was opened: the form follows it (OUT-11).
 * @returns what the user is told, with the fields that both have changed: theirs are kept, to be checked
 */
export function meetRecord(entity: Entity, engine: FormEngine<FormValues>, theirs: Record<string, unknown>): string {
  const held = engine.held()
  const shown = Object.fromEntries(Object.entries(valuesOf(entity, theirs)).filter(([name]) => name in held.snapshot))
  const { values, behind } = follow(entity, held, shown)
  engine.hold({ values, snapshot: shown })
  return adminText.changedMeanwhile(
    behind.flatMap(({ fields }) => fields.map((name) => entity.fields[name]?.label ?? name)),
  )
}
