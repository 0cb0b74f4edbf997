import type { WrittenAddress } from '../../../schemas/rules/duplicates.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { ADDRESS_FIELDS, isOtherPlace } from '../../domain/adresses/address-words.ts'
import type { FormValues } from '../../forms/payload.ts'
import type { Typed } from './find-alike.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Nothing typed: the client has no address. */
export const isNoAddress = (values: FormValues): boolean => ADDRESS_FIELDS.every((name) => text(values[name]) === '')

const degrees = (value: string | undefined, most: number): number | '' => {
  const number = value === undefined || value === '' ? Number.NaN : Number(value)
  return Math.abs(number) <= most ? number : ''
}

/** The first values of a new address: text and, for a lead that is made on the spot, its point; both coordinates or none. */
export function addressFrom(from: Readonly<Record<string, string>>): FormValues {
  const [LATITUDE, LONGITUDE] = [degrees(from.LATITUDE, 90), degrees(from.LONGITUDE, 180)]
  const located = LATITUDE !== '' && LONGITUDE !== ''
  return { ...from, LATITUDE: located ? LATITUDE : '', LONGITUDE: located ? LONGITUDE : '' }
}

export const writtenAddress = (values: FormValues): WrittenAddress | null =>
  isNoAddress(values)
    ? null
    : {
        ADRESSE: text(values.ADRESSE) || null,
        CODE_POSTAL: text(values.CODE_POSTAL) || null,
        VILLE: text(values.VILLE) || null,
      }

/**
 * The patch of an address. The point on the map does not belong to another place, unless somebody has just chosen it: no point is better than a route to the
 * former house.
 * @param words before and as they are typed
 */
export const movedAddress = (
  patch: FormValues,
  { before, now, isPlaced = false }: { before: Readonly<Record<string, unknown>>; now: FormValues; isPlaced?: boolean },
): FormValues => (!isPlaced && isOtherPlace(before, now) ? { ...patch, LATITUDE: null, LONGITUDE: null } : patch)

/** The client as the duplicate rule needs it. */
export const candidateOf = (values: FormValues) => ({
  NOM: text(values.NOM),
  PRENOM: text(values.PRENOM) || null,
  PORTABLE: text(values.PORTABLE) || null,
  TELEPHONE: text(values.TELEPHONE) || null,
  IDADRESSE: null,
})

/** What a form says that its records did not say before. */
export function typedIn({
  values,
  address,
  known,
}: {
  values: FormValues
  address: FormValues
  known: { client: LocalRecord<'client'> | null; adresse: LocalRecord<'adresse'> | null }
}): Typed {
  const { client, adresse } = known
  const changed = (name: 'PORTABLE' | 'TELEPHONE' | 'MAIL'): string | null => {
    const typed = text(values[name])
    return typed === '' || typed === client?.[name] ? null : typed
  }
  const { NOM, PRENOM } = candidateOf(values)
  const CODE_POSTAL = text(address.CODE_POSTAL)
  const isNewName = NOM !== client?.NOM || PRENOM !== client.PRENOM || CODE_POSTAL !== adresse?.CODE_POSTAL
  return {
    NOM: isNewName ? NOM : '',
    PRENOM,
    PORTABLE: changed('PORTABLE'),
    TELEPHONE: changed('TELEPHONE'),
    MAIL: changed('MAIL'),
    CODE_POSTAL: CODE_POSTAL || null,
  }
}
