import { addDays } from '../../schemas/dates.ts'
import { client } from '../../schemas/entities/client.ts'
import { rdv } from '../../schemas/entities/rdv.ts'
import { type Entity, newRecord } from '../../schemas/entity.ts'

/** Records that the feed serves. They are made from their number alone, so every run has the same. */

const NAMES = ['Dupont', 'Lefèvre', 'Martin', 'Bernard', 'Roux', 'Morel', 'Girard', 'Faure', 'Muller', 'Rousseau']
const FIRST = ['Zoé', 'Élodie', 'Jean', 'Inès', 'Hugo', 'Chloé', 'Luc', 'Anne']
const TOWNS = ['Nantes', 'Lyon', 'Rezé', 'Villeurbanne', 'Orvault', 'Bron']

export const idOf = (i: number): string => `01900000-0000-7000-8000-${String(i).padStart(12, '0')}`

export type Maker = (i: number) => Record<string, unknown>

export const makeClient: Maker = (i) => {
  const pick = (list: string[], k: number): string => list[(i * k + (i >> 3)) % list.length] ?? ''
  return {
    ...newRecord(client as unknown as Entity, {
      IDCLIENT: idOf(i),
      NOM: `${pick(NAMES, 7)} ${i.toString(36)}`,
      PRENOM: pick(FIRST, 3),
      PORTABLE: `06399${String(80_000 + (i % 10_000)).padStart(5, '0')}`,
      MAIL: `client.${i}@example.com`,
      VILLE: pick(TOWNS, 5),
      IDPERSONNEL: `commercial-${i % 12}`,
      IDAGENCE: `agence-${i % 2}`,
      OBSERVATIONS: 'Maison individuelle, chauffage au fioul, toiture à revoir ; rappeler après 17 h.',
    }),
    VERSION: 1,
  }
}

/** The Monday of the first week, and the weeks over which appointments are spread evenly. */
export const FIRST_MONDAY = '2022-01-03'
export const WEEKS = 286

export const makeRdv: Maker = (i) => {
  const day = addDays(FIRST_MONDAY, (i % WEEKS) * 7 + (((i / WEEKS) | 0) % 6))
  const hour = String(8 + (((i / WEEKS) | 0) % 10)).padStart(2, '0')
  return {
    ...newRecord(rdv as unknown as Entity, {
      IDRDV: idOf(i),
      RDV_OBJET: 'Première visite',
      RDV_DEBUT: `${day} ${hour}:00`,
      RDV_FIN: `${day} ${hour}:45`,
      IDNATURE_RDV: 'nature-com',
      IDPROJET: idOf(i),
      IDADRESSE: idOf(i),
      IDPERSONNELS: [`commercial-${i % 12}`],
      OBSERVATIONS: 'Interphone au nom de la voisine, se garer dans la cour.',
    }),
    VERSION: 1,
  }
}
