import type { RoleName } from '../../schemas/entities/personnel.ts'
import type { ReferenceList } from '../../schemas/entities/reference.ts'

export interface ListEntry {
  LIBELLE: string
  CODE?: string
  CODECOULEUR?: string
  TYPE?: string
  TYPE_MOTIF?: number
  /** Hundredths of percent. */
  TAUX?: number
}

/** VAT rates of quote lines, hundredths of percent. */
const VAT = [550, 1000, 2000]

/** What every company needs before its first client: it may change all of it. */
export const STARTER_LISTS: Partial<Record<ReferenceList, readonly ListEntry[]>> = {
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
}

/** Name on screen and colour of each role. */
export const STARTER_ROLES = {
  commercial: ['Commercial', '#1565c0'],
  commercial_director: ['Directeur commercial', '#6a1b9a'],
  metreur: ['Métreur', '#2e7d32'],
  technician: ['Technicien', '#a84300'],
  assistant: ['Assistante', '#ad1457'],
} as const satisfies Record<RoleName, readonly [string, string]>
