import { SYNCED } from '../../schemas/resources.ts'
import { replaces } from '../../schemas/rules/corrections.ts'
import { CASH_LIMIT, type Received, worth } from '../../schemas/rules/encaissements.ts'
import type { OutboxEntry } from '../../sync/store/outbox-entry.ts'
import { CORRECTION_REASON } from './act-money.ts'
import { type EpochLog, isAlive, isExplained } from './deletions.ts'
import { ELSEWHERE } from './furnish.ts'
import { keptOf } from './play-merge.ts'
import { checkPhotos, photoEffects } from './play-photo.ts'
import { deletionOf } from './refusals.ts'
import type { Contents, Effect, Row } from './server.ts'
import { wordsIn } from './words.ts'
import { countActs, type Seat, takeStock, type World } from './world.ts'

/** Checks once everything is quiet. Others run during the whole run (I2 in world.ts, I4, I11 and I12 in heal.ts, I7 in phone.ts). */
export async function checkPromises(world: World, held: readonly Contents[]): Promise<void> {
  const outboxes = new Map<Seat, OutboxEntry[]>()
  for (const seat of world.seats) outboxes.set(seat, await takeStock(world, seat))
  const effects = await world.company.effects()
  checkEffects(world, outboxes, effects)
  countActs(world, effects)
  const rows = new Map<string, Row[]>()
  for (const resource of SYNCED) rows.set(resource, await world.company.rows(resource))
  checkCauses(world, { entries: [...outboxes.values()].flat(), effects, rows })
  checkCreations(world, [...outboxes.values()].flat(), rows)
  checkWords(world, rows)
  const made = new Set(effects.map(({ id }) => id))
  world.broken.push(...world.items.broken(rows, (entry) => made.has(entry)))
  checkNumbers(world, rows)
  checkMoney(world, [...outboxes.values()].flat(), rows)
  checkTaken(world, [...outboxes.values()].flat(), rows)
  checkSent(world, [...outboxes.values()].flat(), rows)
  checkPhotos(world, rows)
  const log = { epoch: await world.company.epoch(), effects: [...effects, ...world.merges, ...photoEffects(world)] }
  checkDeletions(world, { entries: [...outboxes.values()].flat(), rows, log })
  checkForeign(world, held, rows)
}

/** I1, I2, I3: the entries that phones call done are exactly the mutations that took effect, once each, for the account that wrote them. */
export function checkEffects(
  world: World,
  outboxes: ReadonlyMap<Seat, readonly OutboxEntry[]>,
  all: readonly Effect[],
): void {
  const people = new Set(world.seats.map(({ identity }) => identity.account))
  const effects = all.filter(({ account }) => people.has(account))
  const made = new Map(effects.map((effect) => [effect.id, effect]))
  if (made.size !== effects.length) world.broken.push('I3: one mutation took effect for two accounts')
  const explained = new Set<string>()
  for (const [seat, entries] of outboxes) {
    for (const { id, state, account, action, resource, recordId } of entries) {
      const effect = made.get(id)
      if (state === 'done') {
        if (effect?.account === account) explained.add(id)
        else
          world.broken.push(
            `I1: ${seat.phone.label}: ${action} ${resource}/${recordId} is done, the server has ${effect?.account}`,
          )
      } else if (state !== 'abandoned') world.broken.push(`I2: ${seat.phone.label}: ${id} is ${state} at the end`)
    }
    for (const id of [...seat.before, ...seat.elsewhere]) explained.add(id)
    for (const id of seat.before) {
      if (!made.has(id) && !seat.lost.has(id) && !seat.abandoned.has(id))
        world.broken.push(
          `I1: ${seat.phone.label}: ${id} was sent before its storage was wiped, the server does not have it`,
        )
    }
  }
  const others = effects.filter(({ id }) => !explained.has(id))
  if (others.length > 0) world.broken.push(`I3: effects that no phone calls done: ${others.map(({ id }) => id)}`)
}

/** I8: an effect took place after its causes. Read from the server's tables, because the answer to a replay shows today's record. */
export function checkCauses(
  world: World,
  {
    entries,
    effects,
    rows,
  }: { entries: readonly OutboxEntry[]; effects: readonly Effect[]; rows: ReadonlyMap<string, Row[]> },
): void {
  const seqs = new Map(effects.map(({ id, seq }) => [id, seq]))
  for (const { id, after, resource, recordId, action } of entries) {
    // A deletion that lost, or that found a tombstone, wrote nothing: its seq belongs to an earlier write.
    const row = rows.get(resource)?.find((one) => one.id === recordId)
    if (action === 'delete' && deletionOf(row)?.[1] !== id) continue
    const seq = seqs.get(id)
    for (const cause of after.map((one) => seqs.get(one))) {
      if (seq !== undefined && cause !== undefined && cause > seq)
        world.broken.push(`I8: ${resource}/${recordId} took effect at ${seq}, its cause at ${cause}`)
    }
  }
}

/** I3: an acknowledged creation is one row. */
export function checkCreations(world: World, entries: readonly OutboxEntry[], rows: ReadonlyMap<string, Row[]>): void {
  for (const { action, state, resource, recordId } of entries) {
    if (action !== 'create' || state !== 'done') continue
    const count = rows.get(resource)?.filter(({ id }) => id === recordId).length
    if (count !== 1) world.broken.push(`I3: ${resource}/${recordId} was created, and is ${count} rows`)
  }
}

/** I9: each word is where it was written, or kept as the loser of a conflict, or replaced by somebody who saw it. */
export function checkWords(world: World, rows: ReadonlyMap<string, Row[]>): void {
  const conflicts = rows.get('conflit') ?? []
  const kept = new Set(wordsIn(conflicts.map(({ values }) => values.PERDU)))
  for (const { values } of conflicts) if (values.RAISON === 'concurrent') world.counters.hit('conflict')
  for (const [word, { resource, id, isSoftDeleted = false }] of world.words) {
    if (world.replaced.has(word) || world.givenUp.has(word) || world.lostWords.has(word) || kept.has(word)) continue
    const at = resource === 'client' ? keptOf(world, id) : id
    const row = rows.get(resource)?.find((one) => one.id === at)
    if (!row) world.broken.push(`I9: ${word} was written at ${resource}/${id}, which is nowhere`)
    else if (isLaterReason(resource, row)) continue
    else if (!wordsIn(row.values).includes(word))
      world.broken.push(`I9: ${word} was written at ${resource}/${id}, and is nowhere`)
    else if (row.deleted || (row.values.SUPPRIME === 1 && !isSoftDeleted))
      world.broken.push(
        `MERGE-4: ${word} was written at ${resource}/${id}, which was deleted by somebody who had not seen it`,
      )
  }
}

/** Of two people who cancel or correct a payment the first one's reason stays (decisions: payments). What was entered with it: `checkMoney`. */
const isLaterReason = (resource: string, { values: { MOTIF_ANNULATION: reason } }: Row): boolean =>
  resource === 'paiement' && (reason === CORRECTION_REASON || wordsIn(reason).length > 0)

/** A payment stays as it was entered, and cancelled once it is; what an order still brings is its price less what was received for it. */
export function checkMoney(world: World, entries: readonly OutboxEntry[], rows: ReadonlyMap<string, Row[]>): void {
  const payments = (rows.get('paiement') ?? []).filter(({ deleted }) => !deleted)
  for (const { action, state, resource, recordId, patch } of entries) {
    if (resource !== 'paiement' || state !== 'done') continue
    const values = payments.find(({ id }) => id === recordId)?.values
    if (action === 'create' && (Number(values?.MONTANT) !== patch.MONTANT || values?.NOTE !== patch.NOTE))
      world.broken.push(`MONEY: paiement/${recordId} is not as it was entered`)
    if (action === 'cancelPayment' && (values?.ANNULE_LE ?? null) === null)
      world.broken.push(`MONEY: paiement/${recordId} was cancelled, and counts`)
  }
  for (const { id, deleted, values } of rows.get('devis') ?? []) {
    if (deleted || values.DEVIS_SIGNE !== 1) continue
    const ofOrder = payments
      .filter((one) => one.values.IDDEVIS === id)
      .map((one) => ({ ...one.values, id: one.id }) as never as Received)
    const add = (sum: number, one: Received): number => sum + worth({ ...one, MONTANT: Number(one.MONTANT) })
    const received = ofOrder.reduce(add, 0)
    const left = Number(values.PRIX_TTC) - received
    if (Number(values.SOLDE) !== left)
      world.broken.push(`MONEY: devis/${id} says that ${values.SOLDE} is left, and ${left} is`)
    for (const wrong of ofOrder)
      if (ofOrder.filter((one) => one.ANNULE_LE === null && replaces(one.id, wrong.id)).length > 1)
        world.broken.push(`MONEY: paiement/${wrong.id} was corrected twice, and both count`)
    const cash = ofOrder.filter(({ MOYEN, GENRE }) => MOYEN === 'especes' && GENRE !== 'remboursement').reduce(add, 0)
    if (cash > CASH_LIMIT) world.broken.push(`MONEY: ${cash} in cash were taken for devis/${id}`)
    const back = ofOrder.filter(({ MOYEN, GENRE }) => MOYEN === 'especes' && GENRE === 'remboursement').reduce(add, 0)
    if (-back > CASH_LIMIT) world.broken.push(`MONEY: ${-back} went back in cash for devis/${id}`)
  }
}

/** A customer's request belongs to one of those who took it, also where several did without knowing of each other. */
export function checkTaken(world: World, entries: readonly OutboxEntry[], rows: ReadonlyMap<string, Row[]>): void {
  const done = entries.filter(({ action, state }) => action === 'take' && state === 'done')
  for (const { id, values } of rows.get('demande') ?? []) {
    const by = values.PRISE_PAR
    if (by === null && done.some(({ recordId }) => recordId === id))
      world.broken.push(`TAKEN: demande/${id} was taken, and is nobody's`)
    if (typeof by === 'string' && !world.taken.get(id)?.has(by))
      world.broken.push(`TAKEN: demande/${id} is ${by}'s, who did not take it`)
  }
}

/** A quote that was sent is not taken for a draft: its customer has it. */
export function checkSent(world: World, entries: readonly OutboxEntry[], rows: ReadonlyMap<string, Row[]>): void {
  for (const { action, state, recordId } of entries) {
    if (action !== 'transmit' || state !== 'done') continue
    const row = rows.get('devis')?.find(({ id }) => id === recordId)
    if ((row?.values.DATE_TRANSMISSION ?? null) === null)
      world.broken.push(`SENT: devis/${recordId} was sent to its customer, and is a draft`)
  }
}

/** A number belongs to one quote for ever, on every phone and on the server. */
export function checkNumbers(world: World, rows: ReadonlyMap<string, Row[]>): void {
  const known = world.seats.map(({ phone }) => phone.numbers)
  known.push(new Map((rows.get('devis') ?? []).map(({ id, values }) => [id, String(values.NUMERO_DEVIS)])))
  const quotes = new Map<string, string>()
  const numbers = new Map<string, string>()
  for (const [quote, number] of known.flatMap((one) => [...one])) {
    const [other, before] = [quotes.get(number) ?? quote, numbers.get(quote) ?? number]
    if (other !== quote) world.broken.push(`QUOTE: ${number} is the number of ${other} and of ${quote}`)
    if (before !== number) world.broken.push(`QUOTE: ${quote} is ${before} and ${number}`)
    quotes.set(number, quote)
    numbers.set(quote, number)
  }
  for (const [quote, number] of world.seats.flatMap(({ phone }) => phone.formerNumbers)) {
    const owner = quotes.get(number) ?? quote
    if (owner !== quote)
      world.broken.push(`SERVER-6: ${number} was the number of ${quote} before a restore, and is that of ${owner}`)
    quotes.set(number, quote)
  }
}

interface Deleted {
  entries: readonly OutboxEntry[]
  rows: ReadonlyMap<string, Row[]>
  /** The present epoch. */
  log: EpochLog
}

/**
 * I5: a deleted record stays deleted, unless a concurrent edit restored it; then a conflict tells the deleter. Concurrent is what the deleter's phone did not
 * have (MERGE-4): a record that lives has an effect of that kind.
 */
export function checkDeletions(world: World, { entries, rows, log }: Deleted): void {
  const told = new Set<string>()
  for (const { values } of rows.get('conflit') ?? []) {
    if (values.RAISON !== 'supprime') continue
    told.add(`${values.RESSOURCE}/${values.IDENREGISTREMENT}`)
    // A write to a record of the project may have restored the project.
    const about = rows.get(String(values.RESSOURCE))?.find(({ id }) => id === values.IDENREGISTREMENT)
    told.add(`projet/${about?.values.IDPROJET}`)
  }
  const logs = [...world.formerEpochs, log]
  for (const entry of entries) {
    const { id, action, state, resource, recordId } = entry
    if (action !== 'delete' || state !== 'done') continue
    const name = `${resource}/${recordId}`
    if (!isAlive(rows.get(resource)?.find((row) => row.id === recordId)) || world.restored.has(name)) continue
    if (!told.has(name)) world.broken.push(`I5: ${name} was deleted, and lives with no conflict`)
    const deletion = world.deletions.get(id)
    if (deletion && !isExplained({ deletion, entry, logs, rows, entries }))
      world.broken.push(`MERGE-4: ${name} was deleted by somebody who had seen every edit of it, and lives`)
  }
}

/** I10: no record of the other company is or ever was on a phone; records that its user may no longer see have left. */
export function checkForeign(world: World, held: readonly Contents[], rows: ReadonlyMap<string, Row[]>): void {
  const alive = new Set([...rows.values()].flat().flatMap(({ id, deleted }) => (deleted ? [] : [id])))
  for (const [index, { phone }] of world.seats.entries()) {
    const here = new Set(Object.keys(held[index] ?? {}).map((name) => name.slice(name.indexOf('/') + 1)))
    const foreign = [...phone.seen].filter((id) => id.startsWith(ELSEWHERE))
    if (foreign.length > 0) world.broken.push(`I10: ${phone.label} held ${foreign} of another company`)
    for (const id of phone.seen) if (!here.has(id) && alive.has(id)) world.counters.hit('purged')
  }
}
