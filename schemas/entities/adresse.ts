import { defineEntity } from '../entity.ts'
import { key, number, postcode, text, words } from '../fields.ts'
import { normalise, streetKeys } from '../search.ts'

interface Written {
  ADRESSE: string | null
  CODE_POSTAL: string | null
  VILLE: string | null
}

const LONGEST_KEY = 120

/** The search key of an address: town, postcode, street. Addresses of the same words, written by two people, have the same. */
export const addressKey = ({ VILLE, CODE_POSTAL, ADRESSE }: Written): string =>
  normalise([VILLE, CODE_POSTAL, ADRESSE].filter(Boolean).join(' ')).slice(0, LONGEST_KEY)

/** A place: of a client, a building site or an appointment. Coordinates and words are one group: a point must never belong to another address. */
export const adresse = defineEntity({
  name: 'adresse',
  title: 'Adresse',
  plural: 'Adresses',
  path: '/adresse',
  table: 'adresse',
  key: 'IDADRESSE',
  fields: {
    IDADRESSE: key(),
    ADRESSE: text('Adresse', 200, { group: 'adresse' }),
    CODE_POSTAL: postcode('Code postal', { group: 'adresse' }),
    VILLE: words('Ville', 80, { group: 'adresse' }),
    LATITUDE: number('Latitude', { minimum: -90, maximum: 90 }, { group: 'adresse' }),
    LONGITUDE: number('Longitude', { minimum: -180, maximum: 180 }, { group: 'adresse' }),
    ADRESSE_COMPLETE: text('Adresse complète', 400, { merge: 'server' }),
  },
  local: {
    collection: 'adresses',
    indexes: ['RECHERCHE', 'CLE_POSTAL', 'CLE_RUE', 'CLE_RUE_SUITE', 'CLE_RUE_FIN'],
    derived: {
      maxLength: { RECHERCHE: LONGEST_KEY, CLE_POSTAL: 10, CLE_RUE: 60, CLE_RUE_SUITE: 60, CLE_RUE_FIN: 60 },
      of: (a) => ({
        RECHERCHE: addressKey(a),
        CLE_POSTAL: normalise(a.CODE_POSTAL ?? '').slice(0, 10),
        ...streetKeys(a.ADRESSE ?? ''),
      }),
    },
  },
  derive: (a) => ({
    ADRESSE_COMPLETE: [a.ADRESSE, [a.CODE_POSTAL, a.VILLE].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  }),
  label: (a) => a.ADRESSE_COMPLETE ?? a.VILLE,
})
