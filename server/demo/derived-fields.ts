import { dueOf, soldeOf, worth } from '../../schemas/rules/encaissements.ts'
import { balanceOf } from '../../schemas/rules/payments.ts'
import { computeProjectState } from '../../schemas/rules/project-state.ts'
import type { Batch } from './world.ts'

/** Groups records by a field that may be null. */
export function groupBy<T>(list: readonly T[], key: (item: T) => string | null): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of list) {
    const name = key(item)
    if (name === null) continue
    const group = groups.get(name)
    if (group) group.push(item)
    else groups.set(name, [item])
  }
  return groups
}

/** What the server computes once everything is written: balances, project states, and the dates of clients from their first project. */
export function setDerivedFields(batch: Batch, zone: string): void {
  const payments = groupBy(batch.paiements, ({ IDDEVIS }) => IDDEVIS)
  const received = (devis: string): number => (payments.get(devis) ?? []).reduce((sum, one) => sum + worth(one), 0)
  const orders = new Map(batch.devis.map((one) => [one.IDDEVIS, one]))
  for (const one of batch.devis) one.SOLDE = soldeOf(one, received(one.IDDEVIS))
  for (const one of batch.interventions) {
    const order = one.IDDEVIS === null ? undefined : orders.get(one.IDDEVIS)
    if (order?.DEVIS_SIGNE === 1) Object.assign(one, balanceOf(dueOf(order), received(order.IDDEVIS)))
  }
  const quotes = groupBy(batch.devis, ({ IDPROJET }) => IDPROJET)
  const works = groupBy(batch.interventions, ({ IDPROJET }) => IDPROJET)
  for (const projet of batch.projets) {
    projet.IDETAT_PROJET = computeProjectState(
      quotes.get(projet.IDPROJET) ?? [],
      works.get(projet.IDPROJET) ?? [],
      zone,
    )
  }
  const projects = groupBy(batch.projets, ({ IDCLIENT }) => IDCLIENT)
  for (const client of batch.clients) {
    for (const { DATE_CREATION } of projects.get(client.IDCLIENT) ?? []) {
      if (DATE_CREATION !== null && (client.DATE_CREATION === null || DATE_CREATION < client.DATE_CREATION)) {
        client.DATE_CREATION = DATE_CREATION
      }
    }
  }
}
