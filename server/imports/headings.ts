import { type ImportTargetName, importTarget } from '../../schemas/imports.ts'
import { normalise } from '../../schemas/search.ts'

/** Headings that French and English programs write, without accents and case. The first target that lists a heading has it. */
const HEADINGS: Readonly<Record<ImportTargetName, readonly string[]>> = {
  CIVILITE: ['civilite', 'civ', 'titre', 'title', 'salutation', 'mr mme'],
  NOM: [
    'nom',
    'nom client',
    'nom du client',
    'client',
    'nom de famille',
    'nom complet',
    'nom et prenom',
    'nom prenom',
    'raison sociale',
    'societe',
    'name',
    'last name',
    'lastname',
    'surname',
    'family name',
    'full name',
    'customer',
    'customer name',
    'company',
  ],
  PRENOM: [
    'prenom',
    'prenom client',
    'prenom du client',
    'prenoms',
    'first name',
    'firstname',
    'given name',
    'forename',
  ],
  PORTABLE: [
    'portable',
    'tel portable',
    'telephone portable',
    'tel mobile',
    'telephone mobile',
    'mobile',
    'gsm',
    'num portable',
    'numero de portable',
    'cell',
    'cell phone',
    'mobile phone',
    'mobile number',
  ],
  TELEPHONE: [
    'telephone',
    'tel',
    'tel fixe',
    'telephone fixe',
    'fixe',
    'tel domicile',
    'telephone domicile',
    'numero de telephone',
    'num tel',
    'telephone 1',
    'tel 1',
    'phone',
    'phone number',
    'home phone',
    'landline',
  ],
  MAIL: [
    'mail',
    'email',
    'e mail',
    'courriel',
    'adresse mail',
    'adresse email',
    'adresse e mail',
    'mail client',
    'email address',
    'e mail address',
  ],
  ADRESSE: [
    'adresse',
    'adresse 1',
    'adresse1',
    'adresse postale',
    'adresse client',
    'rue',
    'voie',
    'adresse rue',
    'adresse ligne 1',
    'address',
    'address 1',
    'address line 1',
    'street',
    'street address',
    'adresse 2',
    'adresse2',
    'complement',
    'complement adresse',
    'complement d adresse',
    'address 2',
    'address line 2',
  ],
  CODE_POSTAL: [
    'code postal',
    'cp',
    'codepostal',
    'code post',
    'c p',
    'postcode',
    'post code',
    'postal code',
    'zip',
    'zip code',
    'zipcode',
  ],
  VILLE: ['ville', 'commune', 'localite', 'ville client', 'city', 'town'],
  LATITUDE: ['latitude', 'lat'],
  LONGITUDE: ['longitude', 'lon', 'lng', 'long'],
  ORIGINE: ['origine', 'source', 'provenance', 'origine client', 'lead source', 'origin'],
  AGENCE: ['agence', 'agence client', 'agency', 'branch', 'office'],
  COMMERCIAL: [
    'commercial',
    'vendeur',
    'conseiller',
    'charge d affaires',
    'salesperson',
    'sales rep',
    'sales representative',
    'owner',
  ],
  OBSERVATIONS: [
    'observations',
    'observation',
    'commentaire',
    'commentaires',
    'remarque',
    'remarques',
    'note',
    'notes',
    'comment',
    'comments',
    'remarks',
  ],
  CLIENT_DEPUIS: [
    'client depuis',
    'client depuis le',
    'date de creation',
    'date creation',
    'cree le',
    'date d entree',
    'created',
    'created at',
    'creation date',
    'customer since',
  ],
  PROJET: [
    'projet',
    'projet description',
    'description',
    'description du projet',
    'description projet',
    'travaux',
    'nature des travaux',
    'objet',
    'besoin',
    'project',
    'project description',
    'subject',
  ],
  PROJET_RESPONSABLE: [
    'responsable',
    'projet responsable',
    'responsable projet',
    'responsable du projet',
    'project manager',
  ],
  PROJET_DATE: ['projet cree le', 'date projet', 'date du projet', 'project date'],
  PROJET_RELANCE: [
    'relance',
    'relance le',
    'projet relance le',
    'date relance',
    'date de relance',
    'a relancer le',
    'follow up',
    'follow up date',
  ],
  CHANTIER_ADRESSE: [
    'chantier',
    'adresse chantier',
    'adresse du chantier',
    'adresse des travaux',
    'chantier adresse rue',
    'chantier adresse',
    'site address',
    'work address',
  ],
  CHANTIER_CODE_POSTAL: [
    'cp chantier',
    'code postal chantier',
    'code postal du chantier',
    'chantier code postal',
    'site postcode',
    'site zip',
  ],
  CHANTIER_VILLE: ['ville chantier', 'ville du chantier', 'chantier ville', 'site city'],
}

const BY_HEADING = new Map<string, ImportTargetName>()
for (const [target, headings] of Object.entries(HEADINGS) as [ImportTargetName, readonly string[]][]) {
  for (const heading of [...headings, normalise(importTarget(target).label)])
    if (!BY_HEADING.has(heading)) BY_HEADING.set(heading, target)
}

/** How a company's choice for a heading is remembered, whatever its accents, case and signs. */
export const headingKey = (heading: string): string => normalise(heading).slice(0, 100)

/** How many of these cells name a column that we know. */
export const knownHeadings = (cells: readonly string[]): number =>
  cells.filter((cell) => cell.length <= 100 && BY_HEADING.has(headingKey(cell))).length

/** What a company chose before, by `headingKey`; null: not to import the column. */
export type RememberedColumns = Readonly<Record<string, ImportTargetName | null>>

/**
 * A target for each heading: what the company chose last time, else what the heading says. A target that takes one column goes to the first that asks for it.
 */
export function proposeColumns(
  headings: readonly string[],
  remembered: RememberedColumns,
): (ImportTargetName | null)[] {
  const taken = new Set<ImportTargetName>()
  const proposed: (ImportTargetName | null)[] = headings.map(() => null)
  const give = (wanted: (key: string) => ImportTargetName | null | undefined): void => {
    for (const [i, heading] of headings.entries()) {
      const target = wanted(headingKey(heading))
      if (!target || proposed[i] !== null || (taken.has(target) && importTarget(target).joined === undefined)) continue
      taken.add(target)
      proposed[i] = target
    }
  }
  give((key) => (Object.hasOwn(remembered, key) ? remembered[key] : null))
  give((key) => (Object.hasOwn(remembered, key) ? null : BY_HEADING.get(key)))
  return proposed
}
