import { createHash } from 'node:crypto'
import { wallClock } from '../../schemas/dates.ts'
import { validationError } from '../../schemas/errors.ts'
import type { Handed, HandoverAsk, HandoverCollision, HandoverCounts, HandoverPreview } from '../../schemas/handover.ts'
import type { Tx } from '../plugins/database/database.ts'
import { companyZone } from '../repositories/companies.ts'
import { divide } from './divide.ts'
import { type Busy, groupOf, type Held, readBusy, readColleagues, readGroups, readHeld } from './portfolio.ts'

/** Who gets which record. */
export interface Planned extends Held {
  to: string
}

interface Plan {
  items: Planned[]
  preview: HandoverPreview
}

/** Wall clock of the transaction's company. */
export const companyNow = async (tx: Tx): Promise<string> => wallClock(new Date(), await companyZone(tx))

/**
 * What a handover would do now, and its preview.
 * @throws AppError VALIDATION_ERROR for a colleague who may not receive anything, and for several where one is needed
 */
export async function planHandover(
  tx: Tx,
  person: string,
  { REPARTITION: how, COLLEGUES }: Pick<HandoverAsk, 'REPARTITION' | 'COLLEGUES'>,
): Promise<Plan> {
  const ids = [...new Set(COLLEGUES)]
  if (ids.includes(person)) throw refused('Choisissez des collègues, pas la personne qui part.')
  if (how === 'un' && ids.length > 1) throw refused('Choisissez une seule personne.')
  const colleagues = await readColleagues(tx, ids)
  if (colleagues.length < ids.length) throw refused('L’un de ces collègues n’a plus de compte actif.')
  const now = await companyNow(tx)
  const held = await readHeld(tx, person, now)
  const kept = await keptQuotes(tx, held)
  const divided = held.filter((one) => !kept.has(one))
  const chosen = divide(await readGroups(tx, divided), { colleagues, how })
  const items = held.map((one) => ({ ...one, to: kept.get(one) ?? (chosen.get(groupOf(one)) as string) }))
  const receivers = [...new Set([...ids, ...kept.values()])]
  const busy = await readBusy(tx, [person, ...ids], now)
  return {
    items,
    preview: {
      TOTAL: countsOf(items),
      PARTS: receivers.map((id) => ({ IDPERSONNEL: id, ...countsOf(items.filter(({ to }) => to === id)) })),
      COLLISIONS: collisions(items, { busy, person }),
      EMPREINTE: printOf(items),
    },
  }
}

/** Quotes on a project of somebody else who works here, who gets them: whoever is chosen may not see that project. */
async function keptQuotes(tx: Tx, held: readonly Held[]): Promise<Map<Held, string>> {
  const keepers = held.flatMap(({ keeper }) => keeper ?? [])
  const here = new Set((await readColleagues(tx, [...new Set(keepers)])).map(({ id }) => id))
  const kept = new Map<Held, string>()
  for (const one of held) if (one.keeper !== null && here.has(one.keeper)) kept.set(one, one.keeper)
  return kept
}

const refused = (message: string) => validationError({ COLLEGUES: [message] })

/** What a handover of this person would give to colleagues now. */
export const readPortfolio = async (tx: Tx, person: string): Promise<HandoverCounts> =>
  countsOf(await readHeld(tx, person, await companyNow(tx)))

function countsOf(items: readonly Held[]): HandoverCounts {
  const of = (resource: Handed): number => items.filter((one) => one.resource === resource).length
  return {
    CLIENTS: of('client'),
    PROJETS: of('projet'),
    RELANCES: items.filter(({ relance }) => relance).length,
    RDVS: of('rdv'),
    INTERVENTIONS: of('intervention'),
    DEVIS: of('devis'),
  }
}

function printOf(items: readonly Planned[]): string {
  const lines = items.map(({ resource, id, to }) => `${resource}/${id}>${to}`).sort()
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

/** Times of the person that somebody who gets them is taken at. Where one ends, the other may begin. */
function collisions(
  items: readonly Planned[],
  { busy, person }: { busy: readonly Busy[]; person: string },
): HandoverCollision[] {
  const receiver = new Map(items.map(({ resource, id, to }) => [`${resource}/${id}`, to]))
  return busy
    .filter(({ IDPERSONNEL }) => IDPERSONNEL === person)
    .flatMap((mine) => {
      const to = receiver.get(`${mine.kind}/${mine.id}`)
      const taken = busy.find(
        (one) =>
          one.IDPERSONNEL === to &&
          // A colleague who takes part in the same appointment keeps it.
          !(one.kind === mine.kind && one.id === mine.id) &&
          one.debut < mine.fin &&
          mine.debut < one.fin,
      )
      const { kind, id, objet, debut, fin } = mine
      // Their own absences stay theirs.
      if (to === undefined || taken === undefined || kind === 'absence') return []
      return [
        {
          IDPERSONNEL: to,
          RESSOURCE: kind,
          ID: id,
          OBJET: objet,
          DEBUT: debut,
          FIN: fin,
          PRIS_DEBUT: taken.debut,
          PRIS_FIN: taken.fin,
        },
      ]
    })
}
