import { rapport } from '../../schemas/entities/rapport.ts'
import { type ReferenceList, reference } from '../../schemas/entities/reference.ts'
import { role } from '../../schemas/entities/role.ts'
import { STARTER_LISTS, STARTER_ROLES } from '../companies/starter-lists.ts'
import type { Region } from './lists/communes.ts'
import { stableId } from './random.ts'
import { makeRecord, type Rapport, type Reference, type Role } from './record.ts'

type Entry = Partial<Reference> & { LIBELLE: string }

/** The starter lists, and what a company adds to them in its first year. */
const COMMON: Partial<Record<ReferenceList, readonly Entry[]>> = {
  ...STARTER_LISTS,
  ORIGINE_CAMPAGNE: [
    { LIBELLE: 'Printemps de l’isolation' },
    { LIBELLE: 'Salon de l’habitat' },
    { LIBELLE: 'Courrier « Coup de pouce »' },
  ],
}

export interface AgencyPlan {
  name: string
  region: Region
  street: string
  postcode: string
  town: string
  phone: string
}

/** Ids depend on the company, the list and the texts only: they do not change with today. */
const entry = (company: string, LISTE: ReferenceList, index: number, values: Entry): Reference =>
  makeRecord(reference, {
    ...values,
    id: stableId(`${company}/${LISTE}/${values.LIBELLE}`),
    LISTE,
    ORDRE: index + 1,
  })

/** Every small list of a company. */
export function makeReferences(company: string, agencies: readonly AgencyPlan[]): Reference[] {
  const agences = agencies.map((agency, index) =>
    entry(company, 'AGENCES', index, {
      LIBELLE: agency.name,
      ADRESSE: agency.street,
      CODE_POSTAL: agency.postcode,
      VILLE: agency.town,
      TELEPHONE: agency.phone,
    }),
  )
  const lists = Object.entries(COMMON).flatMap(([list, entries]) =>
    entries.map((values, index) => entry(company, list as ReferenceList, index, values)),
  )
  return [...agences, ...lists]
}

export const makeRoles = (company: string): Role[] =>
  Object.entries(STARTER_ROLES).map(([name, [common_name, color]]) =>
    makeRecord(role, { id: stableId(`${company}/role/${name}`), name: name as Role['name'], common_name, color }),
  )

/** Report forms: the visit's (Com, R2), the measures' (Metre), one for any appointment, and a retired one. */
export function makeRapports(company: string, nature: (code: string) => string): Rapport[] {
  const id = (name: string): string => stableId(`${company}/rapport/${name}`)
  return [
    makeRecord(rapport, {
      id: id('visite'),
      TITRE: 'Compte rendu de visite',
      NATURES: [nature('Com'), nature('R2')],
      CHAMPS: [
        { id: 'besoin', LIBELLE: 'Besoin exprimé', TYPE: 'texte_long', REQUIS: true },
        {
          id: 'chauffage',
          LIBELLE: 'Chauffage actuel',
          TYPE: 'choix',
          OPTIONS: ['Gaz', 'Fioul', 'Électrique', 'Bois'],
          REQUIS: false,
        },
        { id: 'surface', LIBELLE: 'Surface habitable (m²)', TYPE: 'nombre', REQUIS: false },
        { id: 'decideurs', LIBELLE: 'Tous les décideurs présents', TYPE: 'case', REQUIS: false },
        { id: 'rappel', LIBELLE: 'À rappeler le', TYPE: 'date', REQUIS: false },
      ],
    }),
    makeRecord(rapport, {
      id: id('metre'),
      TITRE: 'Relevé de métré',
      NATURES: [nature('Metre')],
      CHAMPS: [
        { id: 'ouvertures', LIBELLE: "Nombre d'ouvertures", TYPE: 'nombre', REQUIS: true },
        {
          id: 'acces',
          LIBELLE: 'Accès au chantier',
          TYPE: 'choix',
          OPTIONS: ['Facile', 'Étroit', 'Nacelle'],
          REQUIS: true,
        },
        { id: 'conforme', LIBELLE: 'Conforme au devis', TYPE: 'case', REQUIS: false },
        { id: 'remarques', LIBELLE: 'Remarques', TYPE: 'texte_long', REQUIS: false },
      ],
    }),
    makeRecord(rapport, {
      id: id('note'),
      TITRE: 'Note',
      CHAMPS: [{ id: 'texte', LIBELLE: 'Texte', TYPE: 'texte_long', REQUIS: true }],
    }),
    makeRecord(rapport, {
      id: id('ancien'),
      TITRE: 'Ancien compte rendu',
      CHAMPS: [{ id: 'texte', LIBELLE: 'Texte libre', TYPE: 'texte', REQUIS: false }],
      ACTIF: 0,
    }),
  ]
}
