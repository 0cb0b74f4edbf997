import type { ResourceRecord } from '../../../schemas/resources.ts'
import { isCommande, isDraft, isPending, isSuperseded } from '../../../schemas/rules/devis.ts'
import { isClosed, listsOf, PROJECT_LIST_NAMES, type ProjectListName } from '../../../schemas/rules/project-lists.ts'
import { oneOfEachGroup } from '../../../schemas/rules/variants.ts'

type Projet = ResourceRecord<'projet'>
type Devis = Pick<
  ResourceRecord<'devis'>,
  | 'IDDEVIS'
  | 'IDPROJET'
  | 'GROUPE_VARIANTES'
  | 'NET_HT'
  | 'DEVIS_SIGNE'
  | 'REFUSE'
  | 'DATE_TRANSMISSION'
  | 'DATE_SIGNATURE'
>

/** Steps of open projects: a closed one is only in « Annulés » or « Sans suite ». */
const CLOSED_LISTS: readonly ProjectListName[] = ['annule', 'sans_suite']

/** The lists in which the pipeline counts a project. */
export const stepsOf = (projet: Projet, hasActiveRdv: boolean): ProjectListName[] =>
  listsOf(projet, hasActiveRdv ? [{ SUPPRIME: 0 }] : []).filter(
    (name) => CLOSED_LISTS.includes(name) || !isClosed(projet),
  )

/** Counts and cents of a group of projects. */
export interface Figures {
  lists: Record<ProjectListName, number>
  /** Net HT of pending quotes, of orders. */
  pending: number
  signed: number
  /** Projects of at least one list, each once. */
  total: number
}

export interface PipelineRow extends Figures {
  /** '' for none. */
  agence: string
  /** '' for none; undefined in the row of a whole agency. */
  responsable: string | undefined
}

export interface Pipeline {
  /** By agency, then by person. */
  people: PipelineRow[]
  agencies: PipelineRow[]
  total: Figures
}

const none = (): Figures => ({
  lists: Object.fromEntries(PROJECT_LIST_NAMES.map((name) => [name, 0])) as Figures['lists'],
  pending: 0,
  signed: 0,
  total: 0,
})

function count(into: Figures, one: { steps: readonly ProjectListName[]; pending: number; signed: number }): void {
  for (const name of one.steps) into.lists[name] += 1
  into.pending += one.pending
  into.signed += one.signed
  into.total += 1
}

interface Amounts {
  pending: number
  signed: number
}

/**
 * Amounts of quotes that wait for an answer and of orders, by project: a withdrawn order, a draft and a version that was not chosen are neither. Of variants
 * that wait, the dearest counts.
 */
function amountsByProject(devis: readonly Devis[]): Map<string, Amounts> {
  const orders = new Map<string, Devis[]>()
  for (const one of devis) if (isCommande(one)) orders.set(one.IDPROJET, [...(orders.get(one.IDPROJET) ?? []), one])
  const asks = (one: Devis): boolean =>
    isPending(one) && !isDraft(one) && !isSuperseded(one, orders.get(one.IDPROJET) ?? [])
  const counted = new Set(oneOfEachGroup(devis.filter(asks)))
  const amounts = new Map<string, Amounts>()
  for (const one of devis) {
    const known = amounts.get(one.IDPROJET) ?? { pending: 0, signed: 0 }
    if (counted.has(one)) known.pending += one.NET_HT
    else if (isCommande(one) && one.REFUSE !== 1) known.signed += one.NET_HT
    amounts.set(one.IDPROJET, known)
  }
  return amounts
}

export interface PipelineInput {
  projets: readonly Projet[]
  /** Projects that have an active appointment. */
  withRdv: ReadonlySet<string>
  devis: readonly Devis[]
  /** One agency only; null for all. */
  agence: string | null
  /** Only projects with this label; undefined for all. */
  label?: string | undefined
  /** Who sells, with their agency ('' for none): each has a row there, also without any project. */
  sellers?: readonly { id: string; agence: string }[]
}

/** The pipeline of the derived lists (MGR-17, ENT-08) per commercial and agency, with totals. */
export function pipeline({ projets, withRdv, devis, agence, label, sellers = [] }: PipelineInput): Pipeline {
  const amounts = amountsByProject(devis)
  const people = new Map<string, PipelineRow>()
  const agencies = new Map<string, PipelineRow>()
  const total = none()
  for (const { id, agence: place } of sellers) {
    if (agence !== null && place !== agence) continue
    people.set(`${place} ${id}`, { ...none(), agence: place, responsable: id })
    agencies.set(place, { ...none(), agence: place, responsable: undefined })
  }
  for (const projet of projets) {
    const steps = stepsOf(projet, withRdv.has(projet.IDPROJET))
    const place = projet.IDAGENCE ?? ''
    const isAsked = (agence === null || place === agence) && (label === undefined || projet.IDLABELS.includes(label))
    if (steps.length === 0 || !isAsked) continue
    const responsable = projet.IDRESPONSABLEPROJET ?? ''
    const key = `${place} ${responsable}`
    const person = people.get(key) ?? { ...none(), agence: place, responsable }
    const whole = agencies.get(place) ?? { ...none(), agence: place, responsable: undefined }
    people.set(key, person)
    agencies.set(place, whole)
    const open = isClosed(projet) ? undefined : amounts.get(projet.IDPROJET)
    const one = { steps, pending: open?.pending ?? 0, signed: open?.signed ?? 0 }
    for (const into of [person, whole, total]) count(into, one)
  }
  return { people: [...people.values()], agencies: [...agencies.values()], total }
}

/** Rows by agency then person, those without one last. */
export function inOrder(
  rows: readonly PipelineRow[],
  names: { agence: (id: string) => string; person: (id: string) => string },
): PipelineRow[] {
  const collator = new Intl.Collator('fr')
  const compare = (a: string, b: string, name: (id: string) => string): number =>
    a === b ? 0 : a === '' ? 1 : b === '' ? -1 : collator.compare(name(a), name(b)) || (a < b ? -1 : 1)
  return rows.toSorted(
    (a, b) =>
      compare(a.agence, b.agence, names.agence) || compare(a.responsable ?? '', b.responsable ?? '', names.person),
  )
}
