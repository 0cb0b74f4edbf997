/** What order tracking reads: wall clocks `yyyy-MM-dd HH:mm` of the company, the signature as its wall clock too. */
export interface OrderFacts {
  signedAt: string
  measures: readonly { RDV_DEBUT: string; RDV_FIN: string }[]
  works: readonly { RDV_DEBUT: string; RDV_FIN: string; finished: boolean }[]
}

export interface OrderStep {
  code: 'signature' | 'metre' | 'planification' | 'travaux' | 'fin'
  title: string
  done: boolean
  /** When it was or will be; null when nobody knows yet. */
  date: string | null
}

const earliest = (dates: readonly string[]): string | null => dates.toSorted()[0] ?? null
const latest = (dates: readonly string[]): string | null => dates.toSorted().at(-1) ?? null

/** The steps of an order as its customer follows them (SPA-02); each is done by facts of its own. @param now wall clock of the company */
export function orderSteps({ signedAt, measures, works }: OrderFacts, now: string): OrderStep[] {
  const measured = measures.filter((measure) => measure.RDV_FIN <= now)
  const finished = works.length > 0 && works.every((work) => work.finished)
  const over = works.length > 0 && works.every((work) => work.finished || work.RDV_FIN <= now)
  return [
    { code: 'signature', title: 'Devis signé', done: true, date: signedAt },
    {
      code: 'metre',
      title: 'Métré',
      // Planned works mean that the measure was made, even when nobody noted it, unless it is still to come.
      done: measured.length > 0 || (works.length > 0 && measures.length === 0),
      date: latest(measured.map((measure) => measure.RDV_DEBUT)) ?? earliest(measures.map((one) => one.RDV_DEBUT)),
    },
    {
      code: 'planification',
      title: 'Travaux planifiés',
      done: works.length > 0,
      date: earliest(works.map((work) => work.RDV_DEBUT)),
    },
    { code: 'travaux', title: 'Travaux réalisés', done: over, date: latest(works.map((work) => work.RDV_FIN)) },
    {
      code: 'fin',
      title: 'Commande terminée',
      done: finished,
      date: finished ? latest(works.map((work) => work.RDV_FIN)) : null,
    },
  ]
}
