import { sameJson } from '../../schemas/same-json.ts'
import type { FormValues } from './payload.ts'

const orNull = (value: unknown): unknown => (value === '' || value === undefined ? null : value)

/** Whether the form differs from what it showed when it opened (RES-03); '' and null both count as empty. */
export const differs = (values: FormValues, snapshot: FormValues): boolean =>
  [...new Set([...Object.keys(values), ...Object.keys(snapshot)])].some(
    (name) => !sameJson(orNull(values[name]), orNull(snapshot[name])),
  )
