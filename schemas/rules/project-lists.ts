/**
 * The product's derived project lists (ENT-08), one function each, exactly by the product text. The lists are not disjoint and
 * `to_contact` … `with_quote` may hold closed projects: a screen that wants open ones only subtracts `isClosed` itself.
 */
export interface ListedProject {
  IDETAT_PROJET: number
  TYPE_PROJET: number
  IDRESPONSABLEPROJET: string | null
  RELANCE_INTERMEDIAIRE: string | null
  DATE_SANS_SUITE: string | null
  REFUSE: 0 | 1
}

/** All that the lists read of a project's appointments. */
export interface ListedRdv {
  SUPPRIME: 0 | 1
}

export interface ListInput {
  projet: ListedProject
  rdvs: readonly ListedRdv[]
}

const NEW = 1
const QUOTED = 2
const ORDERED = 4
const SALE = 0

// '' stands for « none » as null does: a form may hold it before it is cleaned.
const given = (value: string | null): boolean => value !== null && value !== ''
const refused = (projet: ListedProject): boolean => projet.REFUSE === 1
const hasActiveRdv = (rdvs: readonly ListedRdv[]): boolean => rdvs.some((rdv) => rdv.SUPPRIME !== 1)

/** Ended: refused, or with a sans-suite date. */
export const isClosed = (projet: Pick<ListedProject, 'DATE_SANS_SUITE' | 'REFUSE'>): boolean =>
  projet.REFUSE === 1 || given(projet.DATE_SANS_SUITE)

/**
 * Who has to act next on an open project, as the local index has it: « - » while nobody is responsible, the responsible while it is new, else ''.
 * The lists of what waits read only these projects, however many are finished.
 */
export function awaited(
  projet: Pick<ListedProject, 'DATE_SANS_SUITE' | 'REFUSE' | 'IDETAT_PROJET' | 'IDRESPONSABLEPROJET'>,
): string {
  if (isClosed(projet)) return ''
  if (!given(projet.IDRESPONSABLEPROJET)) return '-'
  return projet.IDETAT_PROJET === NEW ? (projet.IDRESPONSABLEPROJET ?? '') : ''
}

/**
 * Who has planned to call again about an open project that is past « new », as the local index has it, else ''. Those that are new are in the
 * lists of what waits already.
 */
export const calling = (
  projet: Pick<
    ListedProject,
    'DATE_SANS_SUITE' | 'REFUSE' | 'IDETAT_PROJET' | 'IDRESPONSABLEPROJET' | 'RELANCE_INTERMEDIAIRE'
  >,
): string =>
  !isClosed(projet) && projet.IDETAT_PROJET !== NEW && given(projet.RELANCE_INTERMEDIAIRE)
    ? (projet.IDRESPONSABLEPROJET ?? '')
    : ''

/** No sans-suite date, not refused, type 0, no responsible. */
export const isToAssignment = ({ projet }: ListInput): boolean =>
  !isClosed(projet) && projet.TYPE_PROJET === SALE && !given(projet.IDRESPONSABLEPROJET)

/** Has responsible, state 1, no intermediate follow-up, no active appointment. */
export const isToContact = ({ projet, rdvs }: ListInput): boolean =>
  given(projet.IDRESPONSABLEPROJET) &&
  projet.IDETAT_PROJET === NEW &&
  !given(projet.RELANCE_INTERMEDIAIRE) &&
  !hasActiveRdv(rdvs)

/** Has follow-up, no active appointment, state 1. */
export const isWithoutRdv = ({ projet, rdvs }: ListInput): boolean =>
  given(projet.RELANCE_INTERMEDIAIRE) && !hasActiveRdv(rdvs) && projet.IDETAT_PROJET === NEW

/** Has an active appointment, state 1. */
export const isWithoutQuote = ({ projet, rdvs }: ListInput): boolean =>
  hasActiveRdv(rdvs) && projet.IDETAT_PROJET === NEW

/** State 2. */
export const isWithQuote = ({ projet }: ListInput): boolean => projet.IDETAT_PROJET === QUOTED

/** State 4 or higher and not refused. */
export const isWithSignedQuote = ({ projet }: ListInput): boolean => projet.IDETAT_PROJET >= ORDERED && !refused(projet)

/** State 4 or higher with a sans-suite date or refused. */
export const isAnnule = ({ projet }: ListInput): boolean => projet.IDETAT_PROJET >= ORDERED && isClosed(projet)

/** State 1 or 2 with a sans-suite date or refused. */
export const isSansSuite = ({ projet }: ListInput): boolean =>
  (projet.IDETAT_PROJET === NEW || projet.IDETAT_PROJET === QUOTED) && isClosed(projet)

/** The lists by the contract's names (`/projets?TYPE=`), in the order of a project's life, with their titles. */
export const PROJECT_LISTS = {
  to_assignment: { title: 'À affecter', holds: isToAssignment },
  to_contact: { title: 'À contacter', holds: isToContact },
  without_rdv: { title: 'Sans rendez-vous', holds: isWithoutRdv },
  without_quote: { title: 'Sans devis', holds: isWithoutQuote },
  with_quote: { title: 'Avec devis', holds: isWithQuote },
  with_signed_quote: { title: 'Avec devis signé', holds: isWithSignedQuote },
  annule: { title: 'Annulés', holds: isAnnule },
  sans_suite: { title: 'Sans suite', holds: isSansSuite },
} as const satisfies Record<string, { title: string; holds: (input: ListInput) => boolean }>

export type ProjectListName = keyof typeof PROJECT_LISTS
export const PROJECT_LIST_NAMES = Object.keys(PROJECT_LISTS) as ProjectListName[]

export const isProjectListName = (name: unknown): name is ProjectListName =>
  typeof name === 'string' && Object.hasOwn(PROJECT_LISTS, name)

/** Names of the lists that hold this project, in the order of PROJECT_LISTS; possibly none or several. */
export const listsOf = (projet: ListedProject, rdvs: readonly ListedRdv[]): ProjectListName[] =>
  PROJECT_LIST_NAMES.filter((name) => PROJECT_LISTS[name].holds({ projet, rdvs }))
