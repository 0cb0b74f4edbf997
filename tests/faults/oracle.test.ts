import { describe, expect, it } from 'vitest'
import type { Staff } from '../../schemas/access.ts'
import type { Values } from '../../schemas/merge.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import { PAST } from '../../schemas/rules/annonces.ts'
import { CORRECTED_ALREADY } from '../../schemas/rules/corrected-already.ts'
import { replacementId } from '../../schemas/rules/corrections.ts'
import { ADDRESS_IN_USE } from '../../schemas/rules/deletion.ts'
import { VARIANT_SIGNED } from '../../schemas/rules/devis.ts'
import { INITIAL_STATUS, type ReplicationStatus } from '../../sync/replicate/status.ts'
import type { OutboxEntry } from '../../sync/store/outbox-entry.ts'
import { staffOf } from '../support/staffed-company.ts'
import { CORRECTION_REASON } from './act-money.ts'
import { createCounters } from './counters.ts'
import { differences } from './heal.ts'
import { changesOf, createItems, type Items } from './items.ts'
import { readOptions } from './options.ts'
import { backwards, newNumber, type Round, type Tab } from './phone.ts'
import { checkGuest, endImpersonation } from './play-accounts.ts'
import { checkPhotos, dropPhoto } from './play-photo.ts'
import { checkPoisoned } from './play-poison.ts'
import { noteRights } from './play-rights.ts'
import { notGreen, readPill, type Truth } from './play-told.ts'
import {
  checkCauses,
  checkCreations,
  checkDeletions,
  checkEffects,
  checkForeign,
  checkMoney,
  checkNumbers,
  checkSent,
  checkTaken,
  checkWords,
} from './promises.ts'
import { type RefusedIn, reasonFor } from './refusals.ts'
import { RESTORE_TOUR } from './restore-tour.ts'
import type { Effect, Row } from './server.ts'
import { checkShown, notShown } from './shown.ts'
import { TOUR } from './tour.ts'
import { countActs, lastEntry, moving, noteKilled, type Seat, takeStock, type World } from './world.ts'

/** Tests the oracle of the fault runs: each check gets a history that breaks its promise and one that keeps it. */

const ACCOUNT = 'personnel:camille'

const entryOf = (more: Partial<OutboxEntry>): OutboxEntry =>
  ({
    id: 'm1',
    resource: 'client',
    recordId: 'c',
    action: 'update',
    patch: {},
    base: {},
    query: {},
    after: [],
    account: ACCOUNT,
    state: 'done',
    open: '0',
    counter: 1,
    error: null,
    ...more,
  }) as OutboxEntry

const rowOf = (id: string, values: Values = {}, deleted = false): Row => ({ id, values, deleted })
const table = (resource: SyncedResource, ...rows: Row[]): Map<string, Row[]> => new Map([[resource, rows]])

function seatOf(outbox: readonly OutboxEntry[] = [], more: Partial<Seat> = {}): Seat {
  const none = (): Set<string> => new Set()
  const seat = {
    person: 'camille',
    identity: { companyId: 'x', account: ACCOUNT, impersonator: '' },
    phone: { label: 'phone', numbers: new Map(), formerNumbers: [], seen: none(), days: 0 },
    tab: { device: { outbox: async () => outbox, contents: async () => ({}) } },
    ...{ known: none(), abandoned: none(), lost: none(), before: none(), elsewhere: none(), judged: none() },
    photos: new Map(),
    ...more,
  }
  return seat as unknown as Seat
}

function worldOf(more: Partial<World> = {}): World {
  const world = {
    broken: [],
    seats: [],
    counters: createCounters(),
    words: new Map(),
    items: createItems(),
    rights: new Map(),
    merged: new Map(),
    merges: [],
    done: [],
    former: new Set(),
    taken: new Map(),
    company: { rows: async () => [], wasTakenOff: async () => false, truth: async () => ({}) },
    ...{
      replaced: new Set(),
      givenUp: new Set(),
      isJustRestored: false,
      lostWords: new Set(),
      restored: new Set(),
      deletions: new Map(),
      formerEpochs: [],
      moved: new Set(),
      poisoned: new Set(),
    },
    ...more,
  }
  return world as unknown as World
}

type History = (world: World) => void | Promise<void>

/** Both histories go through the same check. */
function holds(promise: string, { broken, kept }: { broken: History; kept: History }): void {
  it(`${promise} is seen to break, and seen to hold`, async () => {
    const [bad, good] = [worldOf(), worldOf()]
    await broken(bad)
    await kept(good)
    expect(bad.broken).toEqual([expect.stringMatching(new RegExp(`^${promise.replace(/[()]/g, '.')}`))])
    expect(good.broken).toEqual([])
  })
}

const effect = (id: string, seq = 1, account = ACCOUNT): Effect => ({
  ...{ id, seq, account },
  ...{ resource: 'client', record: 'c', version: seq },
})
const wrote = (world: World, resource: SyncedResource = 'client'): void => {
  world.words.set('w1w', { resource, id: 'c', by: 'phone' })
}

describe('what took effect', () => {
  const effects =
    (seat: Seat, outbox: readonly OutboxEntry[], made: readonly Effect[]): History =>
    (world) => {
      world.seats.push(seat)
      checkEffects(world, new Map([[seat, outbox]]), made)
    }
  holds('I1: phone: update client/c is done', {
    broken: effects(seatOf(), [entryOf({})], []),
    kept: effects(seatOf(), [entryOf({})], [effect('m1')]),
  })
  holds('I1: phone: m1 was sent before', {
    broken: effects(seatOf([], { before: new Set(['m1']) }), [], []),
    kept: effects(seatOf([], { before: new Set(['m1']), lost: new Set(['m1']) }), [], []),
  })
  holds('I2: phone: m1 is pending at the end', {
    broken: effects(seatOf(), [entryOf({ state: 'pending' })], []),
    kept: effects(seatOf(), [entryOf({ state: 'abandoned' })], []),
  })
  holds('I3: effects that no phone calls done', {
    broken: effects(seatOf(), [], [effect('m1')]),
    kept: effects(seatOf(), [], [effect('m1', 1, 'personnel:zoe')]),
  })
  holds('I3: client/c was created, and is 2 rows', {
    broken: (world) => checkCreations(world, [entryOf({ action: 'create' })], table('client', rowOf('c'), rowOf('c'))),
    kept: (world) => checkCreations(world, [entryOf({ action: 'create' })], table('client', rowOf('c'))),
  })
  const caused = (effects: Effect[]): Parameters<typeof checkCauses>[1] => ({
    entries: [entryOf({ after: ['m0'] })],
    effects,
    rows: new Map(),
  })
  holds('I8: client/c took effect at 1, its cause at 2', {
    broken: (world) => checkCauses(world, caused([effect('m1', 1), effect('m0', 2)])),
    kept: (world) => checkCauses(world, caused([effect('m1', 2), effect('m0', 1)])),
  })
})

describe('what people wrote', () => {
  const words =
    (row: Row | null, more: (world: World) => void = () => undefined): History =>
    (world) => {
      wrote(world)
      more(world)
      checkWords(world, row ? table('client', row) : new Map())
    }
  holds('I9: w1w was written at client/c, which is nowhere', {
    broken: words(null),
    kept: words(rowOf('c', { NOM: 'w1w' })),
  })
  holds('I9: w1w was written at client/c, and is nowhere', {
    broken: words(rowOf('c', { NOM: 'w2w' })),
    kept: words(rowOf('c', { NOM: 'w2w' }), (world) => world.replaced.add('w1w')),
  })
  holds('MERGE-4: w1w was written at client/c, which was deleted', {
    broken: words(rowOf('c', { NOM: 'w1w' }, true)),
    kept: words(rowOf('c', { NOM: 'w1w' }, true), (world) => world.replaced.add('w1w')),
  })
  const deleted =
    (rows: Map<string, Row[]>): History =>
    (world) =>
      checkDeletions(world, { entries: [entryOf({ action: 'delete' })], rows, log: { epoch: 'e', effects: [] } })
  holds('I5: client/c was deleted, and lives with no conflict', {
    broken: deleted(table('client', rowOf('c'))),
    kept: deleted(table('client', rowOf('c', {}, true))),
  })
})

describe('what the author of a deletion knew', () => {
  const told: Values = { RAISON: 'supprime', RESSOURCE: 'client', IDENREGISTREMENT: 'c' }
  const living = new Map([...table('client', rowOf('c')), ...table('conflit', rowOf('k', told))])
  const used = new Map([...living, ...table('projet', rowOf('p', { IDCLIENT: 'c' }))])
  /** A client was deleted and lives, its deleter was told; these effects are there at the end. */
  const kept =
    (
      effects: Effect[],
      { version = 1, own = ['m1'], before = [] as Effect[], rows = living, also = [] as OutboxEntry[] } = {},
    ): History =>
    (world) => {
      world.deletions.set('m1', { known: { 'client/c': { version, epoch: 'e' } }, own: new Set(own) })
      if (before.length > 0) world.formerEpochs.push({ epoch: 'e', effects: before })
      const log = { epoch: before.length > 0 ? 'f' : 'e', effects }
      checkDeletions(world, { entries: [entryOf({ action: 'delete' }), ...also], rows, log })
    }
  const CASE = 'MERGE-4: client/c was deleted by somebody who had seen every edit of it, and lives'
  holds(CASE, { broken: kept([effect('m2', 1)]), kept: kept([effect('m2', 2)]) })
  const ofProject = { ...effect('m3', 1), resource: 'projet', record: 'p' }
  holds(CASE, { broken: kept([ofProject]), kept: kept([ofProject], { rows: used }) })
  holds(CASE, { broken: kept([effect('m2', 2)], { own: ['m1', 'm2'] }), kept: kept([effect('m2', 2)]) })
  const hidden = entryOf({ id: 'm0', action: 'delete', state: 'abandoned', resource: 'projet', recordId: 'p' })
  const refused = { also: [hidden], rows: used }
  holds(CASE, { broken: kept([], refused), kept: kept([], { ...refused, own: ['m0', 'm1'] }) })
  const creation = { also: [entryOf({ id: 'm3', action: 'create', resource: 'projet', recordId: 'p' })], rows: used }
  const known = { ...creation, own: ['m1', 'm3'] }
  holds(CASE, { broken: kept([ofProject], known), kept: kept([ofProject], { ...known, before: [ofProject] }) })
  // After a restore the same edit has another VERSION: what its deleter had seen of it counts in the epoch of then.
  const again = [effect('m2', 900)]
  holds(CASE, { broken: kept(again, { before: [effect('m2', 1)] }), kept: kept(again, { before: [effect('m2', 2)] }) })
  holds(CASE, { broken: kept([effect('m1', 2)], { own: [] }), kept: kept([effect('m2', 2)], { own: [] }) })
})

describe('items of sets', () => {
  const works = (...notes: string[]): Map<string, Row[]> =>
    table('intervention', rowOf('i', { NOTES: notes.map((id) => ({ id })) }))
  const noted = { resource: 'intervention', id: 'i' } as const
  const added = [{ field: 'NOTES', added: ['n'], removed: [] }]
  const removed = [{ field: 'NOTES', added: [], removed: ['n'] }]
  const items =
    (rows: Map<string, Row[]>, history: (items: Items) => void, took = true): History =>
    (world) => {
      history(world.items)
      world.broken.push(...world.items.broken(rows, () => took))
    }
  const add = (list: Items): void => list.note({ ...noted, entry: 'm1' }, added)
  const addAndRemove = (list: Items): void => {
    add(list)
    list.note({ ...noted, entry: 'm2' }, removed)
  }
  holds('I9: intervention/i NOTES: n was added, nobody took it away, and it is gone', {
    broken: items(works(), add),
    kept: items(works('n'), add),
  })
  holds('I9: intervention/i NOTES: n was taken away and is still there', {
    broken: items(works('n'), addAndRemove),
    kept: items(works(), addAndRemove),
  })
  it('[PUSH-12] what a late edit of a planning said is in a conflict', async () => {
    const world = worldOf()
    const [conflit] = [rowOf('k', { IDENREGISTREMENT: 'i', PERDU: { NOTES: [{ id: 'n' }] } })]
    await items(new Map([...works(), ...table('conflit', conflit)]), add)(world)
    expect(world.broken).toEqual([])
  })
  it('of a change that did not take effect nothing is asked', async () => {
    const world = worldOf()
    await items(works(), add, false)(world)
    expect(world.broken).toEqual([])
  })
  const killed =
    (...created: OutboxEntry[]): History =>
    (world) =>
      noteKilled(world, seatOf(), { before: [], after: created })
  const street = entryOf({ resource: 'adresse', recordId: 'a', action: 'create', patch: { ADRESSE: '1 rue Neuve' } })
  const client = entryOf({ id: 'm2', action: 'create', patch: { IDADRESSE: 'a' } })
  holds('OUT-13: phone has saved adresse/a without its client', {
    broken: killed(street),
    kept: killed(street, client),
  })
  it('a command that was killed half way is read from its entry, the items of others left out', async () => {
    const world = worldOf()
    const note = (id: string, TEXTE: string): Values => ({ id, TEXTE })
    const before = { NOTES: [note('a', 'w1w')] }
    const entry = entryOf({
      ...{ resource: 'intervention', recordId: 'i', state: 'pending', open: '1' },
      base: before,
      patch: { NOTES: [note('a', 'w1w'), note('b', 'w2w')] },
    })
    wrote(world, 'intervention')
    await noteKilled(world, seatOf(), { before: [], after: [entry] })
    expect([...world.words.keys()]).toEqual(['w1w', 'w2w'])
    expect(world.replaced).toEqual(new Set())
    expect(changesOf(entry, undefined)).toEqual([{ field: 'NOTES', added: ['b'], removed: [] }])
    expect(changesOf({ ...entry, patch: {} }, undefined)).toEqual([])
  })
})

it('a restore that was killed half way is read from its entry', async () => {
  const world = worldOf()
  const entry = entryOf({ resource: 'rdv', recordId: 'r', base: { SUPPRIME: 1 }, patch: { SUPPRIME: 0 } })
  await noteKilled(world, seatOf(), { before: [], after: [entry] })
  expect(world.restored).toEqual(new Set(['rdv/r']))
})

it('an item belongs to the entry that changes it, also where another tab wrote the same record after it', () => {
  const of = (id: string, more: Partial<OutboxEntry>) =>
    entryOf({ id, resource: 'intervention', recordId: 'i', state: 'pending', open: '1', ...more })
  const add = of('m1', { base: { NOTES: [] }, patch: { NOTES: [{ id: 'a' }] } })
  const feedback = of('m2', { base: {}, patch: { FEEDBACK: 'mauvais' } })
  const written = { resource: 'intervention', id: 'i' } as const
  const items = [{ field: 'NOTES', added: ['a'], removed: [] }]
  expect(lastEntry([feedback, add], { ...written, items })?.id).toBe('m1')
  expect(lastEntry([feedback, add], written)?.id).toBe('m2')
  expect(lastEntry([feedback], { ...written, items })?.id).toBe('m2')
})

describe('numbers of quotes', () => {
  const numbers =
    (phone: Record<string, string>, company: Record<string, string>): History =>
    (world) => {
      const seat = seatOf()
      for (const [quote, number] of Object.entries(phone)) seat.phone.numbers.set(quote, number)
      world.seats.push(seat)
      const rows = Object.entries(company).map(([id, NUMERO_DEVIS]) => rowOf(id, { NUMERO_DEVIS }))
      checkNumbers(world, table('devis', ...rows))
    }
  holds('QUOTE: D-1 is the number of a and of b', {
    broken: numbers({ a: 'D-1' }, { b: 'D-1' }),
    kept: numbers({ a: 'D-1' }, { a: 'D-1', b: 'D-2' }),
  })
  holds('QUOTE: a is D-1 and D-2', { broken: numbers({ a: 'D-1' }, { a: 'D-2' }), kept: numbers({ a: 'D-1' }, {}) })
  const former =
    (quote: string): History =>
    (world) => {
      const seat = seatOf()
      seat.phone.formerNumbers.push(['a', 'D-1'])
      world.seats.push(seat)
      checkNumbers(world, table('devis', rowOf(quote, { NUMERO_DEVIS: 'D-1' })))
    }
  holds('SERVER-6: D-1 was the number of a before a restore, and is that of b', {
    broken: former('b'),
    kept: former('a'),
  })
  it('QUOTE: a number that a phone has shown does not change', () => {
    const known = new Map([['a', 'D-1']])
    expect(newNumber(known, { IDDEVIS: 'a', NUMERO_DEVIS: 'D-1' })).toBeUndefined()
    expect(String(newNumber(known, { IDDEVIS: 'a', NUMERO_DEVIS: 'D-2' }))).toMatch(/^QUOTE: a was D-1/)
  })
})

describe('money', () => {
  const payment = {
    IDDEVIS: 'd',
    MONTANT: 7000,
    GENRE: 'acompte',
    NOTE: 'w1w',
    ANNULE_LE: null,
    MOTIF_ANNULATION: null,
  }
  const CANCELLED = { ANNULE_LE: '2026-11-24T10:00:00.000Z', MOTIF_ANNULATION: 'w2w' }
  const money =
    (paid: Values, SOLDE: number, entry: Partial<OutboxEntry> = {}): History =>
    (world) => {
      const order = { DEVIS_SIGNE: 1, REFUSE: 0, PRIX_TTC: 10_000, SOLDE }
      const rows = new Map([
        ['paiement', [rowOf('p', { ...payment, ...paid })]],
        ['devis', [rowOf('d', order)]],
      ])
      checkMoney(world, [entryOf({ resource: 'paiement', recordId: 'p', ...entry })], rows)
    }
  holds('MONEY: devis/d says that 10000 is left, and 3000 is', { broken: money({}, 10_000), kept: money({}, 3000) })
  holds('MONEY: devis/d says that 3000 is left, and 10000 is', {
    broken: money(CANCELLED, 3000),
    kept: money(CANCELLED, 10_000),
  })
  holds('MONEY: 100001 in cash were taken for devis/d', {
    broken: money({ MOYEN: 'especes', MONTANT: 100_001 }, -90_001),
    kept: money({ MOYEN: 'especes', MONTANT: 100_000 }, -90_000),
  })
  const cancelled: Partial<OutboxEntry> = { action: 'cancelPayment' }
  holds('MONEY: paiement/p was cancelled, and counts', {
    broken: money({}, 3000, cancelled),
    kept: money(CANCELLED, 10_000, cancelled),
  })
  const entered: Partial<OutboxEntry> = { action: 'create', patch: { MONTANT: 7000, NOTE: 'w1w' } }
  holds('MONEY: paiement/p is not as it was entered', {
    broken: money({ MONTANT: 6000 }, 4000, entered),
    kept: money({}, 3000, entered),
  })
  const corrected =
    (second: string | null): History =>
    (world) => {
      const [one, two] = [replacementId('p'), replacementId('p')]
      const paid = { ...payment, MONTANT: 1000 }
      const rows = new Map([
        [
          'paiement',
          [rowOf('p', { ...paid, ...CANCELLED }), rowOf(one, paid), rowOf(two, { ...paid, ANNULE_LE: second })],
        ],
        ['devis', [rowOf('d', { DEVIS_SIGNE: 1, PRIX_TTC: 10_000, SOLDE: second === null ? 8000 : 9000 })]],
      ])
      checkMoney(world, [], rows)
    }
  holds('MONEY: paiement/p was corrected twice, and both count', {
    broken: corrected(null),
    kept: corrected(CANCELLED.ANNULE_LE),
  })
  const reason =
    (values: Values): History =>
    (world) => {
      wrote(world, 'paiement')
      checkWords(world, table('paiement', rowOf('c', values)))
    }
  holds('I9: w1w was written at paiement/c, and is nowhere', {
    broken: reason({ MOTIF_ANNULATION: null }),
    // Somebody else cancelled it before.
    kept: reason({ MOTIF_ANNULATION: 'w2w' }),
  })
  holds('I9: w1w was written at paiement/c, and is nowhere', {
    broken: reason({ MOTIF_ANNULATION: 'Autre' }),
    // Somebody else corrected it before.
    kept: reason({ MOTIF_ANNULATION: CORRECTION_REASON }),
  })
})

describe('quotes that were sent', () => {
  const sent =
    (DATE_TRANSMISSION: string | null): History =>
    (world) => {
      const entry = entryOf({ action: 'transmit', resource: 'devis', recordId: 'd' })
      checkSent(world, [entry], table('devis', rowOf('d', { DATE_TRANSMISSION })))
    }
  holds('SENT: devis/d was sent to its customer, and is a draft', {
    broken: sent(null),
    kept: sent('2026-11-24T10:00:00.000Z'),
  })
})

it('an act counts once all that it wrote took effect, and one that never did is missing', () => {
  const world = worldOf({
    done: [
      { kind: 'transmit', entries: ['m1'] },
      { kind: 'after-sales', entries: ['m2', 'm3'] },
      { kind: 'convert', entries: ['m2', 'm4'] },
      { kind: 'name', entries: [] },
    ],
  })
  const missing = (): string[] => world.counters.missing()
  countActs(world, [effect('m2'), effect('m3')])
  expect(missing()).toEqual(expect.arrayContaining(['transmit', 'convert', 'name']))
  expect(missing()).not.toContain('after-sales')
  countActs(world, [effect('m1')])
  expect(missing()).not.toContain('transmit')
})

it('every suite plays drawn runs and histories beside those that are written by hand', () => {
  const { runs, restores } = readOptions({})
  expect(runs).toBeGreaterThan(TOUR.length)
  expect(restores).toBeGreaterThan(RESTORE_TOUR.length)
  const many = readOptions({ FAULT_RUNS: '200' })
  expect(many.restores).toBeGreaterThan(RESTORE_TOUR.length)
})

describe('requests of customers', () => {
  const taken =
    (PRISE_PAR: string | null, ...by: string[]): History =>
    (world) => {
      world.taken.set('d', new Set(by))
      const entries = by.length > 0 ? [entryOf({ action: 'take', resource: 'demande', recordId: 'd' })] : []
      checkTaken(world, entries, table('demande', rowOf('d', { PRISE_PAR })))
    }
  const kept = taken('diane', 'camille', 'diane')
  holds("TAKEN: demande/d was taken, and is nobody's", { broken: taken(null, 'camille'), kept })
  holds("TAKEN: demande/d is colin's, who did not take it", { broken: taken('colin', 'camille', 'diane'), kept })
})

describe('a client of two records', () => {
  const merged =
    (NOM: string): History =>
    (world) => {
      wrote(world)
      world.merged.set('c', 'b').set('b', 'a')
      checkWords(world, table('client', rowOf('c', { NOM: 'w1w' }, true), rowOf('a', { NOM })))
    }
  holds('I9: w1w was written at client/c, and is nowhere', { broken: merged('w2w'), kept: merged('w1w') })
})

describe('the queue of a phone', () => {
  const stock =
    (seat: Seat): History =>
    async (world) => {
      world.seats.push(seat)
      await takeStock(world, seat)
    }
  holds('I2: phone has lost its entry m1', {
    broken: stock(seatOf([], { known: new Set(['m1']) })),
    kept: stock(seatOf([entryOf({})], { known: new Set(['m1']) })),
  })
  holds('I2: phone: nobody gave up m1', {
    broken: stock(seatOf([entryOf({ state: 'abandoned' })])),
    kept: stock(seatOf([entryOf({ state: 'abandoned' })], { abandoned: new Set(['m1']) })),
  })
  const readNotice = stock(seatOf([entryOf({ state: 'abandoned', resource: 'notification' })]))
  const there = { rows: async () => [rowOf('c')] } as unknown as World['company']
  holds('I2: phone: nobody gave up m1 (notification/c)', {
    broken: (world) => readNotice(Object.assign(world, { company: there })),
    kept: readNotice,
  })
  const refused = (code: string): OutboxEntry =>
    entryOf({ state: 'refused', action: 'delete', error: { code, message: 'Non', status: 403 } as never })
  const judged =
    (code: string): History =>
    async (world) => {
      const staff: Staff = { id: 'camille', roles: ['commercial'], agences: ['lyon'], toutesAgences: false }
      world.rights.set('camille', [staff])
      await stock(seatOf([refused(code)]))(world)
    }
  holds('REFUSED: phone: nothing in this run allows CONFLICT', {
    broken: judged('CONFLICT'),
    kept: judged('UNAUTHORIZED'),
  })
})

describe('refused to whoever else uses the phone', () => {
  const refused = (code: string) =>
    entryOf({ state: 'refused', action: 'delete', impersonator: 'admin:rig', error: { code, message: 'Non' } as never })
  const tabOf = (...outbox: OutboxEntry[]): Tab =>
    ({ device: { outbox: async () => outbox, entries: async () => [] } }) as unknown as Tab
  const impersonated =
    (code: string): History =>
    (world) =>
      endImpersonation(world, seatOf(), tabOf(refused(code)))
  holds('REFUSED: phone: nothing in this run allows GONE', {
    broken: impersonated('GONE'),
    kept: impersonated('UNAUTHORIZED'),
  })
  const guest =
    (entry: OutboxEntry): History =>
    (world) =>
      checkGuest(world, seatOf([], { person: 'alice' }), { guest: tabOf(entry), of: 'colin' })
  holds('REFUSED: phone: nothing in this run allows BAD_REQUEST', {
    broken: guest(refused('BAD_REQUEST')),
    kept: guest(entryOf({})),
  })
  holds('I10: phone: alice has entries of colin', {
    broken: guest(entryOf({ account: 'personnel:colin' })),
    kept: guest(entryOf({})),
  })
})

describe('what a phone shows of what was saved', () => {
  const saved = (more: Partial<OutboxEntry>): OutboxEntry => entryOf({ state: 'pending', open: '1', ...more })
  const edit = saved({ patch: { NOM: 'w1w' }, base: { NOM: 'a' } })
  const shows =
    (record: Values | null, ...open: OutboxEntry[]): History =>
    (world) => {
      const device = { entries: async () => open, shown: async () => record }
      return checkShown(world, seatOf([], { tab: { device } as unknown as Tab }))
    }
  holds('OUT-5: phone does not show what was saved of client/c: NOM', {
    broken: shows({ NOM: 'a', VERSION: 3 }, edit),
    kept: shows({ NOM: 'w1w', VERSION: 3 }, edit),
  })
  const creation = saved({ action: 'create', base: null, patch: { NOM: 'w1w' } })
  holds('OUT-5: phone does not show what was saved of client/c: (all)', {
    broken: shows(null, creation),
    kept: shows({ NOM: 'w1w', VERSION: 0 }, creation),
  })
  const note = (id: string): Values => ({ id, TEXTE: 'w1w' })
  const noted = { resource: 'intervention', base: { NOTES: [] }, patch: { NOTES: [note('n')] } } as const
  holds('OUT-5: phone does not show what was saved of intervention/c: NOTES n', {
    broken: shows({ NOTES: [note('m')] }, saved(noted)),
    kept: shows({ NOTES: [note('m'), note('n')] }, saved(noted)),
  })

  it.each<[what: string, record: Values | null, open: OutboxEntry[]]>([
    [
      'an edit that its author wrote over',
      { NOM: 'w2w' },
      [edit, saved({ id: 'm2', counter: 2, patch: { NOM: 'w2w' } })],
    ],
    [
      'an item that its author took away',
      { NOTES: [] },
      [
        saved(noted),
        saved({ id: 'm2', counter: 2, resource: 'intervention', base: { NOTES: [note('n')] }, patch: { NOTES: [] } }),
      ],
    ],
    ['a record that its author deleted', null, [creation, saved({ id: 'm2', counter: 2, action: 'delete' })]],
    ['an edit of a record that somebody took away', null, [edit]],
    ['an edit that the server has, beside a newer one', { NOM: 'w2w' }, [{ ...edit, state: 'acked' }]],
    ['a creation that the server has', { NOM: 'w2w', VERSION: 2 }, [creation]],
  ])('%s is not asked for', (_what, record, open) => {
    expect(notShown(open, record)).toEqual([])
  })
})

describe('pictures', () => {
  const taken =
    (rows: Row[]): History =>
    (world) => {
      world.seats.push(seatOf([], { photos: new Map([['f', 'p']]) }))
      checkPhotos(world, table('fichier', ...rows))
    }
  holds('FILE-5: phone: the picture f of projet/p is nowhere', { broken: taken([]), kept: taken([rowOf('f')]) })

  const refused =
    (code: string, ...moved: string[]): History =>
    async (world) => {
      for (const one of moved) world.moved.add(one)
      Object.assign(world.company, { rows: async () => [rowOf('p')] })
      const tab = { device: { dropPhoto: async () => undefined } } as unknown as Tab
      const seat = seatOf([], { tab, photos: new Map([['f', 'p']]) })
      await dropPhoto(world, seat, { id: 'f', state: 'refused', code })
    }
  holds('REFUSED: phone: nothing in this run allows PARENT_MISSING × picture of projet/p', {
    broken: refused('PARENT_MISSING'),
    kept: refused('PARENT_MISSING', 'p'),
  })
  holds('REFUSED: phone: nothing in this run allows IMMUTABLE × picture of projet/p', {
    broken: refused('IMMUTABLE', 'p'),
    kept: refused('NO_ROLE', 'p'),
  })
})

describe('what the server fails over for good', () => {
  const poisoned =
    (state: OutboxEntry['state']): History =>
    async (world) => {
      world.poisoned.add('m1')
      await checkPoisoned(world, seatOf([entryOf({ state, open: '1' })]))
    }
  holds('POISON: phone: the server fails over client/c, which is done', {
    broken: poisoned('done'),
    kept: poisoned('sent'),
  })

  it('holds back what comes after it, and nothing else', () => {
    const [bad, behind, other] = [
      entryOf({ id: 'bad', state: 'sent' }),
      entryOf({ id: 'behind', state: 'pending', after: ['bad'] }),
      entryOf({ id: 'other', state: 'pending' }),
    ]
    expect(moving([bad, behind, other], new Set(['bad']))).toEqual([other])
    expect(moving([bad, behind, other])).toEqual([bad, behind, other])
  })
})

describe('refusals that nothing allows', () => {
  const commercial: Staff = { id: 'camille', roles: ['commercial'], agences: ['lyon'], toutesAgences: false }
  const director: Staff = { id: 'camille', roles: ['commercial_director'], agences: ['lyon'], toutesAgences: false }
  const company = (
    rows: Partial<Record<SyncedResource, Row[]>>,
    effects: readonly Effect[] = [],
  ): RefusedIn['company'] => ({
    rows: async (resource) => rows[resource] ?? [],
    effects: async () => [...effects],
  })
  const refusal = (code: string, more: Partial<OutboxEntry> = {}, details?: unknown): OutboxEntry =>
    entryOf({
      ...more,
      state: 'refused',
      error: { code, message: 'Ce client a des projets.', details, status: 422 } as never,
    })
  const why = (entry: OutboxEntry, more: Partial<RefusedIn> = {}): Promise<string | null> =>
    reasonFor({
      ...{ entry, account: ACCOUNT, rights: [commercial], moved: new Set(), outbox: [entry], company: company({}) },
      ...{ sees: async () => false, former: new Set(), ...more },
    })
  const tombstone = (author: string, mutation = 'm9'): Values => ({
    stamps: { _deleted: [2, mutation, author, 2] },
    IDCLIENT: 'c',
  })

  it.each(['CONFLICT', 'KEY_REUSED', 'IMMUTABLE', 'BAD_REQUEST', 'GONE', 'VALIDATION_ERROR', 'DUPLICATE'])(
    '%s of an ordinary edit',
    async (code) => {
      expect(await why(refusal(code))).toBeNull()
    },
  )

  it('[PUSH-13] INTERNAL, but of an entry over which the server always fails, after five answers and ten minutes', async () => {
    const failing = { failures: 5, failingSince: '2026-12-01T10:00:00.000Z', failedAt: '2026-12-02T10:00:00.000Z' }
    const entry = refusal('INTERNAL', failing)
    expect(await why(entry, { isPoisoned: true })).toMatch('set it apart')
    expect(await why(entry)).toBeNull()
    expect(await why(refusal('INTERNAL', { ...failing, failures: 4 }), { isPoisoned: true })).toBeNull()
    const soon = { ...failing, failedAt: '2026-12-01T10:09:59.000Z' }
    expect(await why(refusal('INTERNAL', soon), { isPoisoned: true })).toBeNull()
  })

  it('NOT_FOUND of a record that nobody took away from its author', async () => {
    const edit = refusal('NOT_FOUND', { resource: 'rdv' })
    expect(await why(edit, { company: company({ rdv: [rowOf('c')] }) })).toBeNull()
    expect(await why(edit, { moved: new Set(['c']) })).toMatch('left their sight')
    // Their device did not know that they were taken off: it is accepted (PUSH-12).
    const late = { moved: new Set(['c']), wasTakenOff: true, company: company({ rdv: [rowOf('c')] }) }
    const said = refusal('NOT_FOUND', { resource: 'rdv', patch: { OBSERVATIONS: 'w1w' } })
    expect(await why(said, late)).toBeNull()
    const joined = refusal('NOT_FOUND', { resource: 'rdv', patch: { IDPERSONNELS: ['camille'] } })
    expect(await why(joined, late)).toMatch('left their sight')
    // The whole staff sees the company's clients.
    expect(await why(refusal('NOT_FOUND'), { moved: new Set(['c']) })).toBeNull()
  })

  it('NOT_FOUND of a record that its author sees, whatever has changed hands', async () => {
    const edit = refusal('NOT_FOUND', { resource: 'rdv' })
    const parent = refusal('PARENT_MISSING', { action: 'create', resource: 'rdv' }, { resource: 'projet', id: 'p' })
    const seen: Partial<RefusedIn> = { sees: async (name) => ['rdv/c', 'projet/p'].includes(name) }
    const changed = { moved: new Set(['c', 'p']), rights: [commercial, director] }
    for (const refused of [edit, parent]) {
      expect(await why(refused, changed)).toMatch('left their sight')
      expect(await why(refused, { ...changed, ...seen })).toBeNull()
    }
    // A colleague has given it back in the same step, after the refusal.
    const back = { ...changed, ...seen, company: company({}, [{ ...effect('m7'), resource: 'rdv' }]) }
    expect(await why(edit, back)).toMatch('left their sight')
    expect(await why(edit, { ...back, former: new Set(['m7']) })).toBeNull()
  })

  it('NOT_FOUND after a change of rights that changes nothing', () => {
    const rights = new Map([['camille', [staffOf('camille')]]]) as World['rights']
    noteRights({ rights }, 'camille', { ...staffOf('camille') })
    expect(rights.get('camille')).toHaveLength(1)
    noteRights({ rights }, 'camille', { ...staffOf('camille'), roles: [] })
    noteRights({ rights }, 'camille', staffOf('camille'))
    expect(rights.get('camille')?.map(({ roles }) => roles)).toEqual([['commercial'], [], ['commercial']])
  })

  it('NOT_FOUND of a record that somebody else deleted: the edit brings it back (MERGE-4)', async () => {
    const deleted = (by: string): Partial<RefusedIn> => ({
      company: company({ client: [rowOf('c', tombstone(by), true)] }),
    })
    expect(await why(refusal('NOT_FOUND'), deleted('colin'))).toBeNull()
    expect(await why(refusal('NOT_FOUND'), deleted('camille'))).toMatch('its author deleted it')
  })

  it('UNAUTHORIZED of what their role allows', async () => {
    expect(await why(refusal('UNAUTHORIZED'))).toBeNull()
    expect(await why(refusal('UNAUTHORIZED', { action: 'delete' }))).toMatch('role')
  })

  it('PARENT_MISSING where the project was deleted: the write brings it back (MERGE-7)', async () => {
    const create = (): OutboxEntry =>
      refusal('PARENT_MISSING', { action: 'create', resource: 'rdv', recordId: 'r' }, { resource: 'projet', id: 'p' })
    const gone = (by: string): Partial<RefusedIn> => ({
      company: company({ projet: [rowOf('p', tombstone(by), true)] }),
    })
    expect(await why(create(), gone('colin'))).toBeNull()
    expect(await why(create(), gone('camille'))).toBeNull()
    expect(await why(create(), { moved: new Set(['p']) })).toMatch('left their sight')
  })

  it('UNAUTHORIZED of what is their own, or what directors and the office may do', async () => {
    const report = (IDPERSONNEL: string) => company({ soumission: [rowOf('c', { IDPERSONNEL })] })
    const correction = refusal('UNAUTHORIZED', { resource: 'soumission' })
    expect(await why(correction, { company: report('camille') })).toBeNull()
    expect(await why(correction, { company: report('colin'), rights: [director] })).toBeNull()
    expect(await why(correction, { company: report('colin') })).toMatch('another person')
    const absence = (...IDPERSONNELS: string[]) => company({ absence: [rowOf('c', { IDPERSONNELS })] })
    const edit = refusal('UNAUTHORIZED', { resource: 'absence' })
    expect(await why(edit, { company: absence('camille') })).toBeNull()
    expect(await why(edit, { company: absence('camille', 'colin') })).toMatch('another person')
    for (const action of ['update', 'delete'] as const) {
      const ofFile = refusal('UNAUTHORIZED', { resource: 'fichier', action })
      expect(await why(ofFile, { rights: [director] })).toBeNull()
      expect(await why(ofFile)).toMatch('the office alone')
    }
  })

  it('what belongs to a quote that nobody has signed', async () => {
    const said = (more: Partial<OutboxEntry>, message: string): OutboxEntry => ({
      ...refusal('VALIDATION_ERROR', more),
      error: { code: 'VALIDATION_ERROR', message, status: 422 } as never,
    })
    const quote = (DEVIS_SIGNE: 0 | 1) => company({ devis: [rowOf('c', { DEVIS_SIGNE, IDPROJET: 'c' })] })
    const removal = said({ resource: 'projet', action: 'delete' }, 'Ce projet a un devis signé.')
    expect(await why(removal, { company: quote(0) })).toBeNull()
    expect(await why(removal, { company: quote(1) })).toMatch('signed quote')
    const edit = refusal('IMMUTABLE', { resource: 'devis' })
    expect(await why(edit, { company: quote(0) })).toBeNull()
    expect(await why(edit, { company: quote(1) })).toMatch('signed')
  })

  it('a variant that is sent after another one was signed', async () => {
    const transmit = {
      ...refusal('VALIDATION_ERROR', { resource: 'devis', action: 'transmit' }),
      error: { code: 'VALIDATION_ERROR', message: VARIANT_SIGNED, status: 422 } as never,
    }
    const quotes = (DEVIS_SIGNE: 0 | 1, GROUPE_VARIANTES: string | null) =>
      company({
        devis: [
          rowOf('c', { IDDEVIS: 'c', IDPROJET: 'p', GROUPE_VARIANTES, DEVIS_SIGNE: 0, REFUSE: 0 }),
          rowOf('d', { IDDEVIS: 'd', IDPROJET: 'p', GROUPE_VARIANTES: null, DEVIS_SIGNE, REFUSE: 0 }),
        ],
      })
    expect(await why(transmit, { company: quotes(1, 'd') })).toMatch('another variant')
    expect(await why(transmit, { company: quotes(0, 'd') })).toBeNull()
    expect(await why(transmit, { company: quotes(1, null) })).toBeNull()
  })

  it('a quote that lacks a mention: the screen does not offer to send it', async () => {
    const transmit = {
      ...refusal('VALIDATION_ERROR', { resource: 'devis', action: 'transmit' }),
      error: {
        code: 'VALIDATION_ERROR',
        message: 'Des mentions obligatoires manquent au devis.',
        status: 422,
      } as never,
    }
    const rows = company({ devis: [rowOf('c', { IDDEVIS: 'c', IDPROJET: 'p', GROUPE_VARIANTES: null })] })
    expect(await why(transmit, { company: rows })).toBeNull()
  })

  it('an address that nobody has', async () => {
    const removal = {
      ...refusal('VALIDATION_ERROR', { resource: 'adresse', action: 'delete', recordId: 'a' }),
      error: { code: 'VALIDATION_ERROR', message: ADDRESS_IN_USE, status: 422 } as never,
    }
    const site = (ADRESSE_CHANTIER: string) => company({ projet: [rowOf('p', { ADRESSE_CHANTIER })] })
    expect(await why(removal, { company: site('b') })).toBeNull()
    expect(await why(removal, { company: site('a') })).toMatch('has the address')
  })

  it('cash that nobody else has taken', async () => {
    const cash = {
      ...refusal('VALIDATION_ERROR', { resource: 'paiement', action: 'create', patch: { IDDEVIS: 'd' } }),
      error: { code: 'VALIDATION_ERROR', message: 'La loi limite les espèces à 1 000 €', status: 422 } as never,
    }
    const paid = (id: string) => company({ paiement: [rowOf(id, { IDDEVIS: 'd', MOYEN: 'especes' })] })
    expect(await why(cash, { company: paid('c') })).toBeNull()
    expect(await why(cash, { company: paid('other') })).toMatch('somebody else')
  })

  it('a refund of what is still there', async () => {
    const patch = { IDDEVIS: 'd', GENRE: 'remboursement', MONTANT: 1_500 }
    const refund = {
      ...refusal('VALIDATION_ERROR', { resource: 'paiement', action: 'create', patch }),
      error: { code: 'VALIDATION_ERROR', message: 'Il n’y a rien à rendre', status: 422 } as never,
    }
    const paid = (...rows: Values[]) =>
      company({
        paiement: rows.map((one, n) =>
          rowOf(`p${n}`, { IDDEVIS: 'd', MONTANT: 7_000, GENRE: 'acompte', ANNULE_LE: null, ...one }),
        ),
      })
    expect(await why(refund, { company: paid({}), outbox: [] })).toBeNull()
    const gone = [paid(), paid({ IDDEVIS: 'other' }), paid({}, { GENRE: 'remboursement', MONTANT: 1 })]
    for (const rows of [...gone, paid({}, { ANNULE_LE: '2026-11-24T10:00:00.000Z' })])
      expect(await why(refund, { company: rows, outbox: [] })).toMatch('has gone back')
  })

  it('the correction of a payment that nobody else has cancelled', async () => {
    const recordId = replacementId('p')
    const create = { resource: 'paiement', action: 'create', recordId } as const
    const taken = {
      ...refusal('CONFLICT', create),
      error: { code: 'CONFLICT', message: CORRECTED_ALREADY, status: 409 } as never,
    }
    const rows = (ANNULE_LE: string | null) => company({ paiement: [rowOf('p', { ANNULE_LE })] })
    expect(await why(taken, { company: rows(null) })).toBeNull()
    expect(await why({ ...taken, recordId: 'other' }, { company: rows('2026-11-24T10:00:00.000Z') })).toBeNull()
    expect(await why(taken, { company: rows('2026-11-24T10:00:00.000Z') })).toMatch('corrected before')
    const early = {
      ...refusal('VALIDATION_ERROR', create),
      error: {
        code: 'VALIDATION_ERROR',
        message: 'Le paiement à corriger n’est pas encore annulé.',
        status: 422,
      } as never,
    }
    const cancel = entryOf({ resource: 'paiement', action: 'cancelPayment', recordId: 'p', state: 'done' })
    expect(await why(early, { outbox: [cancel] })).toBeNull()
    expect(await why(early, { outbox: [{ ...cancel, state: 'abandoned' }] })).toMatch('was refused')
  })

  it('a message about an appointment whose project is there, and was never deleted', async () => {
    const message = "Ce rendez-vous n'a pas de client à prévenir."
    const notify = {
      ...refusal('VALIDATION_ERROR', { resource: 'rdv', action: 'notify', recordId: 'r' }),
      error: { code: 'VALIDATION_ERROR', message, status: 422 } as never,
    }
    const known = (deleted: boolean, conflits: Row[] = []) => ({
      company: company({
        rdv: [rowOf('r', { IDPROJET: 'p' })],
        projet: [rowOf('p', { IDCLIENT: 'c' }, deleted)],
        client: [rowOf('c')],
        conflit: conflits,
      }),
    })
    expect(await why(notify, known(false))).toBeNull()
    expect(await why(notify, known(true))).toMatch('was deleted by somebody')
    const restored = rowOf('k', { RAISON: 'supprime', RESSOURCE: 'projet', IDENREGISTREMENT: 'p' })
    expect(await why(notify, known(false, [restored]))).toMatch('was deleted by somebody')
  })

  it('a message about an appointment of which it is true', async () => {
    const told = (message: string): OutboxEntry => ({
      ...refusal('VALIDATION_ERROR', { resource: 'rdv', action: 'notify', recordId: 'r' }),
      error: { code: 'VALIDATION_ERROR', message, status: 422 } as never,
    })
    const about = (values: Values, projet: Values = { DATE_SANS_SUITE: null }) => ({
      company: company({
        rdv: [rowOf('r', { RDV_DEBUT: '2126-06-01 09:00', IDPROJET: 'p', stamps: {}, ...values })],
        projet: [rowOf('p', projet)],
      }),
    })
    const stamped = (unit: string, author: string): Values => ({ stamps: { [unit]: [2, 'm9', author, 2] } })
    const past = told(PAST)
    expect(await why(past, about({}))).toBeNull()
    expect(await why(past, about(stamped('horaire', 'camille')))).toBeNull()
    expect(await why(past, about(stamped('horaire', 'colin')))).toMatch('not true any more')
    expect(await why(past, about({ RDV_DEBUT: '2026-01-01 09:00' }))).toMatch('not true any more')
    const cancelled = told('Ce rendez-vous est annulé.')
    expect(await why(cancelled, about({}))).toBeNull()
    expect(await why(cancelled, about(stamped('SUPPRIME', 'colin')))).toMatch('not true any more')
    const again = told("Ce rendez-vous n'est plus annulé.")
    const removal = entryOf({ action: 'delete', resource: 'rdv', recordId: 'r' })
    expect(await why(again, about({}))).toBeNull()
    expect(await why(again, about(stamped('SUPPRIME', 'colin')))).toMatch('not true any more')
    expect(await why(again, { ...about({}), outbox: [removal, again] })).toMatch('not true any more')
    const stopped = told('Le projet de ce rendez-vous est arrêté : rouvrez-le d’abord.')
    expect(await why(stopped, about({}))).toBeNull()
    expect(await why(stopped, about({}, { DATE_SANS_SUITE: '2026-11-20' }))).toMatch('not true any more')
  })

  it('a client who has the telephone of nobody', async () => {
    const twin = refusal('DUPLICATE', { action: 'create', patch: { PORTABLE: '0639980000' } })
    const clients = (PORTABLE: string) => company({ client: [rowOf('other', { PORTABLE })] })
    expect(await why(twin, { company: clients('0639980001') })).toBeNull()
    expect(await why(twin, { company: clients('0639980000') })).toMatch('a namesake')
  })

  it('the deletion of a client after that of all its projects, on one phone', async () => {
    const removal = refusal('VALIDATION_ERROR', { id: 'm2', action: 'delete' })
    const before = entryOf({ id: 'm1', action: 'delete', resource: 'projet', recordId: 'p' })
    const rows = company({ projet: [rowOf('p', { IDCLIENT: 'c' }, true)] })
    expect(await why(removal, { company: rows, outbox: [before, removal] })).toBeNull()
    expect(await why(removal, { company: rows })).toMatch('has a project')
  })
})

describe('what phones hold and say', () => {
  it('I4: a record too many, one too few, another value', () => {
    const record = { NOM: 'a' }
    expect(differences({ x: record }, {})).toHaveLength(1)
    expect(differences({}, { x: record })).toHaveLength(1)
    expect(differences({ x: { NOM: 'b' } }, { x: record })).toHaveLength(1)
    expect(differences({ x: record }, { x: record })).toEqual([])
  })

  it('I7: a local record that goes back to an older state', () => {
    const write = (from: number, to: number) => ({
      collection: 'clients',
      rows: [{ previous: { sync: { epoch: 'e', seq: from } }, document: { sync: { epoch: 'e', seq: to } } }],
    })
    expect(String(backwards(write(2, 1)))).toMatch(/^I7/)
    expect(backwards(write(1, 2))).toBeUndefined()
  })

  holds('I10: phone held ailleurs-client-0 of another company', {
    broken: (world) => {
      const seat = seatOf()
      seat.phone.seen.add('ailleurs-client-0')
      world.seats.push(seat)
      checkForeign(world, [{}], new Map())
    },
    kept: (world) => {
      world.seats.push(seatOf())
      checkForeign(world, [{}], new Map())
    },
  })

  const upToDate: ReplicationStatus = {
    ...INITIAL_STATUS,
    ...{ phase: 'live', proven: true, lastSync: new Date().toISOString() },
  }
  const told =
    (round: Round, roles: Staff['roles'] = ['commercial']): History =>
    (world) => {
      world.rights.set('camille', [{ id: 'camille', roles, agences: [], toutesAgences: false }])
      const seat = seatOf()
      Object.assign(seat.phone, { now: Date.now })
      Object.assign(seat.tab as object, { told: { status: upToDate, heardAt: Date.now(), round } })
      Object.assign(seat.tab?.device as object, { ids: async () => [], queue: async () => ({ files: [], mails: [] }) })
      return readPill(world, seat)
    }
  const kept = told('whole')
  holds('TOLD: phone: « À jour » after a round that failed', { broken: told('failed'), kept })
  holds('TOLD: phone: « À jour » before the first round of a session', { broken: told('none'), kept })
  holds('TOLD: phone: « À jour » to a person whose roles are all gone', {
    broken: told('whole', []),
    // No round has asked the server since.
    kept: told('before', []),
  })

  it.each<[Partial<Truth>, string[]]>([
    [{}, []],
    [{ round: 'before', hasRole: false }, []],
    [{ waiting: 2 }, ['with 2 in the queue']],
    [{ conflicts: 1 }, ['with 1 conflicts that nobody has resolved']],
    [{ waiting: 1, round: 'failed' }, ['with 1 in the queue', 'after a round that failed']],
  ])('[WORK-6] a green pill over %o is reported as false', (more, why) => {
    expect(notGreen({ round: 'whole', waiting: 0, conflicts: 0, hasRole: true, ...more })).toEqual(why)
  })
})
