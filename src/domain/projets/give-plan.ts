import { isPending } from '../../../schemas/rules/devis.ts'

/** The field that says whose a record is. */
export const OWNER_FIELDS = {
  projet: 'IDRESPONSABLEPROJET',
  devis: 'IDRESPONSABLEPROJET',
  client: 'IDPERSONNEL',
} as const

/** One record whose person changes; null for nobody. */
export interface GiveChange {
  resource: keyof typeof OWNER_FIELDS
  id: string
  before: string | null
  after: string | null
}

interface Given {
  projets: readonly { IDPROJET: string; IDCLIENT: string | null; IDRESPONSABLEPROJET: string | null }[]
  /** Clients of these projects. */
  clients: readonly { IDCLIENT: string; IDPERSONNEL: string | null }[]
  devis: readonly {
    IDDEVIS: string
    IDPROJET: string
    IDRESPONSABLEPROJET: string | null
    DEVIS_SIGNE: 0 | 1
    REFUSE: 0 | 1
    DATE_TRANSMISSION: string | null
  }[]
}

/**
 * What giving these projects to a person changes: the projects that are not theirs, and with each of them the quotes that wait for an answer and were the same
 * person's, or nobody's. A client whom nobody has, as the website makes them, goes with their project. Sales stay with who made them.
 * @param person null: the projects are nobody's any more
 */
export function planGive(
  { projets, clients, devis }: Given,
  person: string | null,
): { changes: GiveChange[]; already: number } {
  const moved = new Map(
    projets
      .filter(({ IDRESPONSABLEPROJET }) => IDRESPONSABLEPROJET !== person)
      .map(({ IDPROJET, IDRESPONSABLEPROJET }) => [IDPROJET, IDRESPONSABLEPROJET]),
  )
  const quotes = devis.filter(
    (one) =>
      moved.has(one.IDPROJET) &&
      isPending(one) &&
      one.IDRESPONSABLEPROJET !== person &&
      (one.IDRESPONSABLEPROJET === null || one.IDRESPONSABLEPROJET === moved.get(one.IDPROJET)),
  )
  const theirs = new Set(projets.filter(({ IDPROJET }) => moved.has(IDPROJET)).map(({ IDCLIENT }) => IDCLIENT))
  const alone = clients.filter(
    ({ IDCLIENT, IDPERSONNEL }) => person !== null && IDPERSONNEL === null && theirs.has(IDCLIENT),
  )
  return {
    changes: [
      ...[...moved].map(([id, before]): GiveChange => ({ resource: 'projet', id, before, after: person })),
      ...quotes.map(
        ({ IDDEVIS, IDRESPONSABLEPROJET }): GiveChange => ({
          resource: 'devis',
          id: IDDEVIS,
          before: IDRESPONSABLEPROJET,
          after: person,
        }),
      ),
      ...alone.map(({ IDCLIENT }): GiveChange => ({ resource: 'client', id: IDCLIENT, before: null, after: person })),
    ],
    already: projets.length - moved.size,
  }
}

/**
 * What undoing these changes changes: only records that still say what was given, so that what somebody else decided since stays.
 * @param present whose the record is on this device now; undefined when it is gone
 */
export function planUndo(
  changes: readonly GiveChange[],
  present: (change: GiveChange) => string | null | undefined,
): { changes: GiveChange[]; left: number } {
  const mine = changes.filter((change) => present(change) === change.after)
  return {
    changes: mine.map(({ before, after, ...record }) => ({ ...record, before: after, after: before })),
    left: changes.length - mine.length,
  }
}
