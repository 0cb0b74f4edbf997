import type { intervention } from '../entities/intervention.ts'
import type { RecordOf } from '../entity.ts'

type Intervention = RecordOf<typeof intervention>
export type SiteNote = Intervention['NOTES'][number]
type Journal = { NOTES: readonly SiteNote[] }

const byTime = (a: SiteNote, b: SiteNote): number => (a.LE === b.LE ? (a.id < b.id ? -1 : 1) : a.LE < b.LE ? -1 : 1)

/** The site's journal in the order in which it was written. */
export const journal = ({ NOTES }: Journal): SiteNote[] => [...NOTES].sort(byTime)

/** The customer's reserves about the works, in the order in which they were written. */
export const reservesOf = (works: Journal): SiteNote[] => journal(works).filter((note) => note.GENRE === 'reserve')

export interface SiteState {
  /** ISO instant of the first beginning; null while nobody has begun. */
  startedAt: string | null
  /** ISO instant of the last end; null while somebody works, or nobody has begun. */
  endedAt: string | null
}

/** Whether works are under way: begun, ended, and begun again as often as needed. */
export function siteState(works: Journal): SiteState {
  let state: SiteState = { startedAt: null, endedAt: null }
  for (const { GENRE, LE } of journal(works)) {
    if (GENRE === 'debut') state = { startedAt: state.startedAt ?? LE, endedAt: null }
    if (GENRE === 'fin' && state.startedAt !== null) state = { ...state, endedAt: LE }
  }
  return state
}

/** The content of an intervention that its PV certifies, as text to compare: it does not change after the signature (I13). Plain notes may follow. */
export const pvSays = (
  works: Pick<Intervention, 'IDPROJET' | 'IDDEVIS' | 'RDV_OBJET' | 'RDV_DEBUT' | 'RDV_FIN' | 'NOTES'>,
): string =>
  JSON.stringify([
    works.IDPROJET,
    works.IDDEVIS,
    works.RDV_OBJET,
    works.RDV_DEBUT,
    works.RDV_FIN,
    reservesOf(works).map(({ id, TEXTE, PHOTO }) => [id, TEXTE, PHOTO ?? null]),
  ])

/** The product's words (INT-02), the same on the server and on a device with no network. */
export const NO_PV = "Le PV n'existe pas"
export const NOT_A_PDF = "Le fichier n'est pas un PDF"
export const isPdfName = (name: string): boolean => name.toLowerCase().endsWith('.pdf')

export const PV_SEALED = "Le PV de cette intervention est signé : ce qu'il contient ne peut plus être modifié."
