import { rapport } from '../../schemas/entities/rapport.ts'
import { type ReferenceList, reference } from '../../schemas/entities/reference.ts'
import { role } from '../../schemas/entities/role.ts'
import type { Region } from './lists/communes.ts'
import { stableId } from './random.ts'
import { makeRecord, type Rapport, type Reference, type Role } from './record.ts'

type Entry = Partial<Reference> & { LIBELLE: string }

/** VAT rates of quote lines, hundredths of percent. */
const VAT = [550, 1000, 2000]

const COMMON: Partial<Record<ReferenceList, readonly Entry[]>> = {
  // Colours that white text reads on (4.5 to 1 and more).
  NATURE_RDV: [
    { LIBELLE: 'Rendez-vous commercial', CODE: 'Com', CODECOULEUR: '#1565c0' },
    { LIBELLE: 'Métré', CODE: 'Metre', CODECOULEUR: '#2e7d32' },
    { LIBELLE: 'Deuxième rendez-vous', CODE: 'R2', CODECOULEUR: '#a84300' },
    { LIBELLE: 'Autre', CODE: 'Autre', CODECOULEUR: '#6a1b9a' },
  ],
  CIVILITE: [
    { LIBELLE: 'Monsieur', CODE: 'M.', TYPE: 'P' },
    { LIBELLE: 'Madame', CODE: 'Mme', TYPE: 'P' },
    { LIBELLE: 'Monsieur et Madame', CODE: 'M. et Mme', TYPE: 'P' },
    { LIBELLE: 'Société', CODE: 'Sté', TYPE: 'S' },
  ],
  ORIGINE: [
    { LIBELLE: 'Site internet' },
    { LIBELLE: 'Parrainage' },
    { LIBELLE: 'Foire et salon' },
    { LIBELLE: 'Prospection' },
    { LIBELLE: 'Appel entrant' },
    { LIBELLE: 'Ancien client' },
  ],
  TVA: VAT.map((TAUX) => ({ LIBELLE: `TVA ${(TAUX / 100).toLocaleString('fr-FR')} %`, TAUX })),
  TYPE_ANNULATION: [
    { LIBELLE: 'Financement refusé' },
    { LIBELLE: 'Choix d’un concurrent' },
    { LIBELLE: 'Projet reporté' },
    { LIBELLE: 'Injoignable' },
    { LIBELLE: 'Rétractation' },
    { LIBELLE: 'Infaisabilité technique' },
  ],
  TYPE_INTERVENTION: [
    { LIBELLE: 'Pose', CODE: 'POSE' },
    { LIBELLE: 'Service après-vente', CODE: 'SAV' },
    { LIBELLE: 'Entretien', CODE: 'ENTRETIEN' },
  ],
  RDV_DEBRIEF: [
    { LIBELLE: 'Reporté par le client', TYPE_MOTIF: 0 },
    { LIBELLE: 'Reporté par l’agence', TYPE_MOTIF: 0 },
    { LIBELLE: 'Client absent', TYPE_MOTIF: 1 },
    { LIBELLE: 'Refuse de recevoir', TYPE_MOTIF: 1 },
    { LIBELLE: 'Adresse introuvable', TYPE_MOTIF: 1 },
    { LIBELLE: 'Conjoint absent', TYPE_MOTIF: 2 },
    { LIBELLE: 'Locataire', TYPE_MOTIF: 2 },
    { LIBELLE: 'Projet non réalisable', TYPE_MOTIF: 2 },
    { LIBELLE: 'Veut réfléchir', TYPE_MOTIF: 3 },
    { LIBELLE: 'Trop cher', TYPE_MOTIF: 3 },
    { LIBELLE: 'Attend d’autres devis', TYPE_MOTIF: 3 },
    { LIBELLE: 'Attend son financement', TYPE_MOTIF: 3 },
    { LIBELLE: 'Vendu comptant', TYPE_MOTIF: 4 },
    { LIBELLE: 'Vendu avec financement', TYPE_MOTIF: 4 },
    { LIBELLE: 'Vendu avec aides', TYPE_MOTIF: 4 },
  ],
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

/** Ids depend on the company, the list and the words only: the same whatever today is. */
const entry = (company: string, LISTE: ReferenceList, index: number, values: Entry): Reference =>
  makeRecord(reference, {
    ...values,
    id: stableId(`${company}/${LISTE}/${values.LIBELLE}`),
    LISTE,
    ORDRE: index + 1,
  })

/** Every small list of a company. */
export function makeReferences(company: string, agencies: readonly AgencyPlan[]): Reference[] {
  const offices = agencies.map((agency, index) =>
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
  return [...offices, ...lists]
}

const ROLES = {
  commercial: ['Commercial', '#1565c0'],
  commercial_director: ['Directeur commercial', '#6a1b9a'],
  metreur: ['Métreur', '#2e7d32'],
  technician: ['Technicien', '#a84300'],
  assistant: ['Assistante', '#ad1457'],
} as const satisfies Record<Role['name'], readonly [string, string]>

export const makeRoles = (company: string): Role[] =>
  Object.entries(ROLES).map(([name, [common_name, color]]) =>
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
