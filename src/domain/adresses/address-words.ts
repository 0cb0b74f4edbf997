import { entityOf } from '../../../schemas/resources.ts'
import { normalise } from '../../../schemas/search.ts'
import { formPayload } from '../../forms/form-values.ts'
import type { FormValues } from '../../forms/payload.ts'
import type { FormChange } from '../../forms/use-resource-form.ts'

/** The fields by which people write an address. */
export const ADDRESS_FIELDS = ['ADRESSE', 'CODE_POSTAL', 'VILLE'] as const
const POINT = ['LATITUDE', 'LONGITUDE'] as const

type Held = Readonly<Record<string, unknown>>

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const shown = (value: unknown): unknown => value ?? ''

/**
 * Whether words that an address had are others now, so that it may be another place. What was empty before completes the address, and other capitals
 * or accents correct it: the place is the same.
 */
export const isOtherPlace = (before: Held, now: Held): boolean =>
  ADDRESS_FIELDS.some((name) => {
    const had = normalise(text(before[name]))
    return had !== '' && had !== normalise(text(now[name]))
  })

/**
 * For the form over an address: its point does not outlive its place, because no point is better than a route to the former house. One that is chosen with
 * the new words stays, and words of the former place bring theirs back.
 */
export function pointOfWords(record: Held, { previous, next, changed }: FormChange): FormValues {
  if (!(ADDRESS_FIELDS as readonly string[]).includes(changed)) return next
  const isPointOf = (values: Held): boolean => POINT.every((name) => shown(next[name]) === shown(values[name]))
  const isOther = isOtherPlace(record, next)
  if (!isOther && isOtherPlace(record, previous) && isPointOf({}))
    return { ...next, LATITUDE: shown(record.LATITUDE), LONGITUDE: shown(record.LONGITUDE) }
  return isOther && isPointOf(record) ? { ...next, LATITUDE: '', LONGITUDE: '' } : next
}

const entity = entityOf('adresse')

/** The body of an address of its own with these words. @param isPlaced whether the point was chosen with them; the one of the former words stays with those */
export const anotherAddress = (values: FormValues, isPlaced: boolean): FormValues =>
  formPayload({
    entity,
    mode: 'create',
    values: { ...values, [entity.key]: '', ...(isPlaced ? {} : { LATITUDE: '', LONGITUDE: '' }) },
    snapshot: {},
  })
