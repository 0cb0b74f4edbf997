// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { addDays, wallClock } from '../../schemas/dates.ts'
import { type Entity, newRecord } from '../../schemas/entity.ts'
import { entityOf, type ResourceRecord, type SyncedResource } from '../../schemas/resources.ts'
import { isClosed, PROJECT_LISTS } from '../../schemas/rules/project-lists.ts'
import { raf } from '../../schemas/rules/raf.ts'
import { isRecallOpen } from '../../schemas/rules/recall.ts'
import { staysOf } from '../../schemas/rules/team-location.ts'
import { holdsWords } from '../../schemas/search.ts'
import { apply } from '../../sync/apply/apply.ts'
import { openLocalDatabase } from '../../sync/open.ts'
import type { LocalDatabase } from '../../sync/store/local-database.ts'
import { isWithin, matches, searchRanges } from '../data/records/client-search.ts'
import { clientKeys, useClientSearch, useShownClients } from '../data/records/use-client-search.ts'
import { useLiveList } from '../data/records/use-live.ts'
import { useClientExport } from '../domain/clients/use-client-export.ts'
import { useClientPages } from '../domain/clients/use-client-pages.ts'
import { useMeasuredInterventions, useWorksOfMyProjects } from '../domain/interventions/use-measured-interventions.ts'
import { useSelection } from '../domain/labels/use-selection.ts'
import { useTeamLocation } from '../domain/personnels/use-team-location.ts'
import { useMyWaiting, useToAssign, useToPlan } from '../domain/projets/use-waiting-projects.ts'
import { useRafList } from '../domain/rdv/use-raf.ts'
import { useCandidates } from '../features/affectation/use-candidates.ts'
import type { AgendaPerson } from '../features/agenda/calendar/agenda-event.ts'
import { useAgendaEvents } from '../features/agenda/use-agenda-events.ts'
import { useDay } from '../features/dashboard/use-day.ts'
import { useTeam } from '../features/equipe/use-team.ts'
import { whereabouts } from '../features/equipe/where.ts'
import { myWorks } from '../features/interventions/my-interventions.ts'
import { useMyInterventions } from '../features/interventions/use-my-interventions.ts'
import type { ReportFilter } from '../features/rapports/report-search.ts'
import { useReports } from '../features/rapports/use-reports.ts'
import { useAgencyClients } from '../features/suivi-client/use-agency-clients.ts'

/**
 * Each list, count, search and export of the device, against a plain computation over all records: more of them than any limit that these lists once
 * had (DAY-03). The records that a list must show come last, after those that it leaves out.
 */

const ME = 'p-moi'
const ZONE = 'Europe/Paris'
const NOW = wallClock(new Date(), ZONE)
const DAY = NOW.slice(0, 10)

const held: { data?: { db: LocalDatabase } } = {}
const files: string[] = []
vi.mock('../data/database/local-data-provider.tsx', () => ({ useLocalData: () => held.data }))
const account = { id: ME, roles: ['commercial'], agences: ['a-1'], personnel: { TOUTES_AGENCES: 0 } }
vi.mock('../data/session/session.tsx', () => ({
  useSession: () => ({ account, company: { id: 'demo' } }),
  useCompany: () => ({ FUSEAU: 'Europe/Paris' }),
}))
vi.mock('../ui/hooks/use-idle.ts', () => ({ useIdle: () => true }))
vi.mock('../ui/format/csv.ts', async (original) => ({
  ...(await original<object>()),
  downloadText: (_name: string, text: string) => files.push(text),
}))
vi.mock('../ui/notices/notices.tsx', () => ({ notices: { success: () => undefined } }))

type Row<R extends SyncedResource> = ResourceRecord<R>
const all: { [R in SyncedResource]?: Row<R>[] } = {}
const rowsOf = <R extends SyncedResource>(resource: R): Row<R>[] => (all[resource] ?? []) as Row<R>[]
const number = (n: number): string => String(n).padStart(6, '0')
const idsOf = <R extends SyncedResource>(resource: R, rows: readonly Row<R>[] | undefined): string[] =>
  (rows ?? []).map((row) => String((row as Record<string, unknown>)[entityOf(resource).key])).sort()

async function fill<R extends SyncedResource>(
  resource: R,
  count: number,
  make: (n: number) => Record<string, unknown>,
): Promise<void> {
  const entity = entityOf(resource) as unknown as Entity
  const known = rowsOf(resource)
  const rows = Array.from({ length: count }, (_, i) => {
    const n = known.length + i
    const id = `${resource}-${number(n)}`
    // Server fields too, which `newRecord` leaves out of what it is given.
    return { ...newRecord(entity, { [entity.key]: id }), [entity.key]: id, VERSION: 1, ...make(n) } as Row<R>
  })
  all[resource] = [...known, ...rows] as never
  const states = rows.map((record, i) => ({
    id: String((record as Record<string, unknown>)[entity.key]),
    seq: known.length + i + 1,
    epoch: 'e',
    record: record as never,
  }))
  await apply((held.data as { db: LocalDatabase }).db, resource, { states })
}

const at = (day: number, hour: string): string => `${addDays(DAY, day)} ${hour}`
const hours = (day: number, days = 0) => ({ RDV_DEBUT: at(day, '09:00'), RDV_FIN: at(day + days, '10:00') })
const other = (n: number): string => `p-${n % 40}`
const AGENCES = ['a-1', 'a-2', null]
const TOWNS = ['Lyon', 'Nantes', 'Saint-Étienne']

async function fillAll(): Promise<void> {
  await fill('personnel', 40, (n) => ({
    IDPERSONNEL: `p-${n}`,
    NOM: `Nom ${n}`,
    ROLES: ['commercial'],
    AGENCES: ['a-1'],
  }))
  await fill('personnel', 1, () => ({ IDPERSONNEL: ME, NOM: 'Moi', ROLES: ['commercial'], AGENCES: ['a-1'] }))
  await fill('reference', 2, (n) => ({
    LISTE: 'NATURE_RDV',
    CODE: n === 0 ? 'Com' : 'Metre',
    LIBELLE: `Nature ${n}`,
    ORDRE: n,
  }))
  // 700 of one name, 500 of one town: the few of me, of my agency and of the other town come last.
  await fill('client', 900, (n) => ({
    NOM: n < 700 ? 'Martin' : `Nom ${n}`,
    PRENOM: `P${number(n)}`,
    VILLE: n < 500 ? 'Lyon' : (TOWNS[n % 3] ?? null),
    IDPERSONNEL: n < 650 ? other(n) : ME,
    IDAGENCE: n < 600 ? 'a-2' : (AGENCES[n % 3] ?? null),
    PORTABLE: `06399${String(n).padStart(5, '0')}`,
    // Most have some label; the few of the searched one come last, and some of them are mine.
    IDLABELS: n < 550 ? ['autre'] : n % 5 === 0 ? ['autre', 'vip'] : [],
  }))
  // 300 streets of one name at which mine live last, and one client at each.
  await fill('adresse', 300, (n) => ({
    ADRESSE: `${n} avenue du Général de Gaulle`,
    CODE_POSTAL: n < 250 ? '69003' : '69004',
    VILLE: 'Lyon',
  }))
  await fill('client', 300, (n) => ({
    NOM: `Voisin ${number(n)}`,
    IDADRESSE: `adresse-${number(n - 900)}`,
    IDPERSONNEL: n < 1180 ? other(n) : ME,
    IDAGENCE: 'a-2',
    MAIL: `voisin.${n}@example.com`,
    TELEPHONE: `04780${String(n).padStart(5, '0')}`,
  }))
  // For each kind of responsible 1050 closed ones, then 60 open ones.
  for (const IDRESPONSABLEPROJET of [ME, null, 'p-1']) {
    await fill('projet', 1110, (n) => ({
      IDRESPONSABLEPROJET,
      // The open ones are the last of the index too.
      IDCLIENT: `client-${number(n % 1110 < 1050 ? n % 800 : 850 + (n % 50))}`,
      DATE_SANS_SUITE: n % 1110 < 1050 ? '2026-01-02' : null,
      IDETAT_PROJET: IDRESPONSABLEPROJET === ME && n % 8 === 4 ? 2 : 1,
      RELANCE_INTERMEDIAIRE: n % 2 === 0 ? '2026-10-01' : null,
      IDAGENCE: AGENCES[n % 3] ?? null,
      DATE_CREATION: '2026-01-01T08:00:00.000Z',
    }))
  }
  const met = rowsOf('projet').filter((projet, n) => !isClosed(projet) && n % 3 === 0)
  // Orders that go on, of a colleague: what is planned for them is still to be done, and what the closed ones have is not.
  await fill('projet', 300, (n) => ({
    IDRESPONSABLEPROJET: 'p-2',
    IDCLIENT: `client-${number(n % 800)}`,
    IDETAT_PROJET: 4,
    DATE_CREATION: '2026-01-01T08:00:00.000Z',
  }))
  const going = (n: number): string => `projet-${number(3330 + (n % 300))}`
  const nature = (n: number): string => `reference-${number(n % 2)}`
  // This week and the next days of everybody, before mine in the order of the index.
  await fill('rdv', 5200, (n) => ({
    ...hours(n % 2, 0),
    RDV_DEBUT: at(n % 2, '08:00'),
    IDPERSONNELS: [other(n)],
    IDPROJET: met[n % met.length]?.IDPROJET ?? null,
    IDNATURE_RDV: nature(n),
    SUPPRIME: n % 7 === 0 ? 1 : 0,
    DEBRIEF_CATEGORIE: n % 2 === 0 ? 4 : 0,
  }))
  // Mine of two years, half of them without a debrief.
  await fill('rdv', 1300, (n) => ({
    ...hours(-(n % 400) + 3),
    IDPERSONNELS: [ME, other(n)],
    IDPROJET: n % 9 === 0 ? null : n % 3 === 1 ? `projet-${number(n % 900)}` : going(n),
    IDNATURE_RDV: nature(n),
    DEBRIEF_CATEGORIE: n % 10 === 0 ? 1 : 0,
  }))
  // Some that last for weeks.
  await fill('rdv', 6, (n) => ({ ...hours(-30 - (n % 6), n % 2 === 0 ? 60 : 33), IDPERSONNELS: [ME, other(n)] }))
  // Older than a year and finished, then lately, then far ahead; each on a project of mine or not, with me or without.
  const planned = (n: number, from: string, to: string) => [
    { id: `s-${n}`, IDPERSONNEL: n % 2 === 0 ? ME : other(n), DEBUT: from, FIN: to },
  ]
  const work = (n: number, day: number, done: boolean) => ({
    ...hours(day, 1),
    IDPROJET: n % 3 === 0 ? `projet-${number((n * 7) % 3330)}` : going(n),
    IDINTERVENTION_PLANNING: planned(n, at(day, '09:00'), at(day + 1, '10:00')),
    ...(done ? { FEEDBACK: 'bon', DATE_FEEDBACK: `${addDays(DAY, Math.min(day + 1, 0))}T09:00:00.000Z` } : {}),
  })
  await fill('intervention', 2100, (n) => work(n, -(n % 700) - 370, n % 3 > 0))
  await fill('intervention', 400, (n) => work(n, (n % 100) - 60, n % 2 === 0 && n % 100 < 60))
  await fill('intervention', 10, (n) => ({
    ...work(n, -40, false),
    RDV_FIN: at(40, '17:00'),
    IDINTERVENTION_PLANNING: planned(n, at(-40, '08:00'), at(40, '17:00')),
  }))
  await fill('soumission', 1200, (n) => ({
    IDRAPPORT: 'r',
    IDPERSONNEL: n < 1100 ? other(n) : ME,
    IDRDV: n % 4 === 0 ? `rdv-${number(5200 + n)}` : null,
    IDPROJET: n % 3 === 0 ? `projet-${number(n % 60)}` : null,
    REPONSES: n === 7 ? { toit: 'Toiture à reprendre' } : {},
    // 900 of one moment: a list goes on between them.
    DATE_SOUMISSION: n < 900 ? '2026-01-01T08:00:00.000Z' : `2026-03-${10 + (n % 20)}T08:00:00.000Z`,
  }))
  await fill('conflit', 300, (n) => ({ RESSOURCE: 'client', IDENREGISTREMENT: 'c', RESOLU: n < 20 ? 1 : 0 }))
}

beforeAll(async () => {
  const identity = { companyId: 'demo', account: 'personnel:moi', impersonator: '' }
  held.data = {
    db: await openLocalDatabase(identity, { multiInstance: false, storage: getRxStorageMemory() as never }),
  }
  await fillAll()
})
afterEach(cleanup)
afterAll(() => held.data?.db.close())

/** Whether its project was stopped. */
const isStopped = ({ IDPROJET }: { IDPROJET: string | null }): boolean =>
  rowsOf('projet').some((projet) => projet.IDPROJET === IDPROJET && isClosed(projet))

/** What a hook answers once it agrees with the plain computation. */
async function answers<T, V>(hook: () => T, read: (answer: T) => V, expected: V): Promise<void> {
  const { result } = renderHook(hook)
  let seen: unknown
  try {
    await waitFor(() => {
      seen = read(result.current)
      expect(seen).toEqual(expected)
    })
  } catch {
    expect(seen).toEqual(expected)
  }
}

const activeRdvs = () => rowsOf('rdv').filter((rdv) => rdv.SUPPRIME === 0)
function rdvsByProjet(): Map<string, Row<'rdv'>[]> {
  const found = new Map<string, Row<'rdv'>[]>()
  for (const rdv of activeRdvs()) found.set(rdv.IDPROJET ?? '', [...(found.get(rdv.IDPROJET ?? '') ?? []), rdv])
  return found
}

describe('[DAY-03 complete] (waiting lists) projects that wait', () => {
  const listed = (name: keyof typeof PROJECT_LISTS, is: (projet: Row<'projet'>) => boolean): string[] => {
    const rdvs = rdvsByProjet()
    return idsOf(
      'projet',
      rowsOf('projet').filter(
        (projet) =>
          is(projet) &&
          !isClosed(projet) &&
          PROJECT_LISTS[name].holds({ projet, rdvs: rdvs.get(projet.IDPROJET) ?? [] }),
      ),
    )
  }
  const waiting = (list: readonly { projet: Row<'projet'> }[] | undefined) =>
    idsOf(
      'projet',
      list?.map(({ projet }) => projet),
    )

  it.each(['to_contact', 'without_rdv', 'without_quote'] as const)(
    'of mine, %s, after 1,050 closed ones',
    async (name) => {
      const mine = listed(name, (projet) => projet.IDRESPONSABLEPROJET === ME)
      expect(mine.length).toBeGreaterThan(5)
      await answers(useMyWaiting, (lists) => waiting(lists?.[name]), mine)
    },
  )

  it('[MGR-16] of mine past « new », to be called again as planned', async () => {
    const rdvs = rdvsByProjet()
    const mine = rowsOf('projet').filter(
      (projet) =>
        projet.IDRESPONSABLEPROJET === ME &&
        projet.IDETAT_PROJET > 1 &&
        !isClosed(projet) &&
        isRecallOpen(projet, rdvs.get(projet.IDPROJET) ?? [], DAY),
    )
    expect(mine.length).toBeGreaterThan(0)
    await answers(useMyWaiting, (lists) => waiting(lists?.to_call_again), idsOf('projet', mine))
  })

  it('without a responsible, of my agency', async () => {
    const mine = listed('to_assignment', ({ IDAGENCE }) => IDAGENCE === null || IDAGENCE === 'a-1')
    expect(mine.length).toBeGreaterThan(10)
    await answers(() => useToAssign('a-1'), waiting, mine)
  })

  it('of everybody without an appointment', async () => {
    const both = (['to_contact', 'without_rdv'] as const).flatMap((name) =>
      listed(name, (projet) => projet.IDRESPONSABLEPROJET !== null),
    )
    await answers(() => useToPlan(null), waiting, both.sort())
  })

  it('counted for each seller, with all appointments of the next days', async () => {
    const load = rowsOf('projet').filter((projet) => projet.IDRESPONSABLEPROJET === 'p-1' && !isClosed(projet)).length
    const rdvs = activeRdvs().filter(
      (rdv) =>
        rdv.IDPERSONNELS.includes('p-1') &&
        rdv.RDV_DEBUT >= `${DAY} 00:00` &&
        rdv.RDV_DEBUT <= `${addDays(DAY, 14)} 23:59`,
    ).length
    await answers(
      useCandidates,
      (found) => found?.candidates.filter(({ id }) => id === 'p-1').map((one) => [one.load, one.rdvs]),
      [[load, rdvs]],
    )
  })
})

/** The columns of these people. */
const shownTo = (people: readonly string[]) => ({
  shown: people.map((id): AgendaPerson => ({ id, name: id, initials: id })),
  me: ME,
})

describe('[CAL-07 weeks] [DAY-03 complete] (agenda) appointments and works of some days', () => {
  const until = addDays(DAY, 6)
  const touches = ({ RDV_DEBUT, RDV_FIN }: Row<'rdv'>, from: string, to: string): boolean =>
    RDV_DEBUT <= `${to} 23:59` && RDV_FIN >= from

  it('[DAY-08 technician] my week, after 5,200 appointments of others, and works that last for weeks', async () => {
    const mine = activeRdvs().filter((rdv) => rdv.IDPERSONNELS.includes(ME) && touches(rdv, DAY, until))
    expect(mine.some((rdv) => rdv.RDV_DEBUT < addDays(DAY, -14))).toBe(true)
    const shown = shownTo([ME])
    const range = { from: DAY, to: until }
    await answers(
      () => useAgendaEvents(range, shown),
      ({ events }) => events?.flatMap(({ id, busy, works }) => (busy || works ? [] : [id])).sort(),
      idsOf('rdv', mine),
    )
    const planned = rowsOf('intervention').filter((one) =>
      one.IDINTERVENTION_PLANNING.some(
        (slot) => slot.IDPERSONNEL === ME && slot.DEBUT <= `${until} 23:59` && slot.FIN > `${DAY} 00:00`,
      ),
    )
    expect(planned.some(({ RDV_DEBUT }) => RDV_DEBUT < addDays(DAY, -14))).toBe(true)
    await answers(
      () => useAgendaEvents(range, shown),
      ({ events }) => events && [...new Set(events.flatMap(({ works }) => works?.id ?? []))].sort(),
      idsOf('intervention', planned),
    )
  })

  it('the week of some colleagues', async () => {
    const people = ['p-1', 'p-2', 'p-3']
    const shown = shownTo(people)
    const range = { from: DAY, to: until }
    const theirs = activeRdvs().filter(
      (rdv) => rdv.IDPERSONNELS.some((id) => people.includes(id)) && touches(rdv, DAY, until),
    )
    await answers(
      () => useAgendaEvents(range, shown),
      ({ events }) => events?.filter(({ busy, works }) => !busy && !works).length,
      theirs.length,
    )
  })

  it('my day on the dashboard, with works that began forty days ago', async () => {
    const mine = [
      ...activeRdvs().filter((rdv) => rdv.IDPERSONNELS.includes(ME) && touches(rdv, DAY, DAY)),
      ...rowsOf('intervention').filter((one) =>
        one.IDINTERVENTION_PLANNING.some(
          (slot) => slot.IDPERSONNEL === ME && slot.DEBUT.slice(0, 10) <= DAY && slot.FIN > `${DAY} 00:00`,
        ),
      ),
    ]
    await answers(
      () => useDay(DAY),
      (day) => day?.items.length,
      mine.length,
    )
  })

  it('where each of the team is', async () => {
    const stays = staysOf({ rdvs: rowsOf('rdv'), interventions: rowsOf('intervention') })
    const of = whereabouts(`${DAY} 08:30`, stays)
    const plain = rowsOf('personnel').map((one) => [one.IDPERSONNEL, of(one.IDPERSONNEL).now?.kind])
    await answers(
      () => useTeam(`${DAY} 08:30`),
      ({ members }) => members?.map(({ person, now }) => [person.IDPERSONNEL, now?.stay.kind]).sort(),
      plain.sort(),
    )
    const time = `${DAY} 08:30`
    const busy = rowsOf('personnel').filter((one) => of(one.IDPERSONNEL).now !== null)
    await answers(
      () => useTeamLocation(time),
      (found) => found && new Set(found.members.map(({ IDPERSONNEL }) => IDPERSONNEL)).size,
      busy.length,
    )
  })
})

describe('[DAY-03 complete] (reports due) « reste à faire »', () => {
  const plain = (since: string) =>
    raf({
      me: ME,
      now: NOW,
      mayDebrief: true,
      natures: [],
      signed: new Set(),
      repaired: new Set(),
      rdvs: rowsOf('rdv').filter((rdv) => rdv.RDV_DEBUT >= since && !isStopped(rdv)),
      interventions: rowsOf('intervention').filter((one) => one.RDV_FIN >= since && !isStopped(one)),
      soumissions: rowsOf('soumission'),
    })
      .map(({ id }) => id)
      .sort()

  it.each([
    [false, `${addDays(DAY, -365)} 00:00`],
    [true, ''],
  ])('all of the last year, or (%s) of all years', async (everything, since) => {
    expect(plain(since).length).toBeGreaterThan(500)
    await answers(
      () => useRafList({ all: everything }),
      (list) => list?.items.map(({ id }) => id).sort(),
      plain(since),
    )
  })
})

describe('[DAY-03 complete] (works) interventions, however old or far ahead', () => {
  it('all of my projects', async () => {
    const mine = new Set(rowsOf('projet').flatMap((one) => (one.IDRESPONSABLEPROJET === ME ? [one.IDPROJET] : [])))
    const works = rowsOf('intervention').filter((one) => mine.has(one.IDPROJET))
    expect(works.some((one) => one.RDV_DEBUT < addDays(DAY, -400))).toBe(true)
    await answers(useWorksOfMyProjects, (found) => found && idsOf('intervention', found), idsOf('intervention', works))
  })

  it('all that follow my measures', async () => {
    const measures = activeRdvs().filter(
      (rdv) => rdv.IDPERSONNELS.includes(ME) && rdv.IDNATURE_RDV === `reference-${number(1)}`,
    )
    const measured = new Set(measures.map((rdv) => rdv.IDPROJET))
    const works = rowsOf('intervention').filter((one) => measured.has(one.IDPROJET))
    await answers(
      () => useMeasuredInterventions(),
      (found) => found && [idsOf('intervention', found.works), found.loose.length],
      [idsOf('intervention', works), measures.filter((rdv) => rdv.IDPROJET === null).length],
    )
  })

  it.each([false, true])('the technician’s: all that is open, and (%s) all that is finished', async (everything) => {
    const every = myWorks(rowsOf('intervention'), { me: ME, day: DAY, all: everything })
    const going = (list: typeof every.late) => list.filter(({ work }) => !isStopped(work))
    const plain = { ...every, late: going(every.late), next: going(every.next) }
    expect(plain.next.some(({ start }) => start > addDays(DAY, 15))).toBe(true)
    expect(plain.late.some(({ start }) => start < addDays(DAY, -61))).toBe(true)
    const ids = (works: typeof plain | undefined) =>
      works &&
      (['today', 'late', 'next', 'done'] as const).map((name) =>
        works[name].map(({ work }) => work.IDINTERVENTION).sort(),
      )
    await answers(
      () => useMyInterventions(DAY, everything),
      (found) => ids(found as never),
      ids(plain),
    )
  })
})

describe('[DAY-03 search] the search of clients', () => {
  /** All that match, in the ranges that the search reads. */
  const plain = (text: string, is: (client: Row<'client'>) => boolean = () => true): string[] =>
    idsOf(
      'client',
      rowsOf('client').filter((client) => {
        const keys = clientKeys(client as never)
        const inRange = searchRanges(text).some((range) => isWithin(range, keys))
        return is(client) && inRange && matches(text, keys)
      }),
    )

  it.each(['martin', 'lyon', 'martin nantes', 'nantes martin', 'p0006', '063990', 'zzz'])(
    '« %s »: « les n premiers » until the last, filters before limits',
    async (text) => {
      const { result } = renderHook(() => useClientSearch(text))
      const first = renderHook(() => useClientSearch(text, { first: 6 }))
      await waitFor(() => expect(first.result.current.clients).toHaveLength(Math.min(6, plain(text).length)))
      expect(first.result.current.more).toBe(plain(text).length > 6)
      await waitFor(() => {
        result.current.loadMore()
        expect(result.current.complete).toBe(true)
      })
      expect(idsOf('client', result.current.clients)).toEqual(plain(text))
    },
  )

  it('draws each answer once: what was shown before stays until then, and nothing else comes between', async () => {
    const listed: never[] = []
    const drawn: unknown[] = []
    const follow = (initial: string) =>
      renderHook(
        ({ text }) => {
          const { clients } = useShownClients(text !== '', useClientSearch(text, { first: 100 }), listed)
          if (drawn.length === 0 || drawn.at(-1) !== clients) drawn.push(clients)
        },
        { initialProps: { text: initial } },
      )
    const view = follow('')
    expect(drawn[0]).toBe(listed)
    for (const text of ['martin', 'martin n', 'zzz', '']) {
      const before = drawn.length
      view.rerender({ text })
      await waitFor(() => expect(drawn).toHaveLength(before + 1))
    }
    expect(drawn[1]).not.toHaveLength(0)
    expect(idsOf('client', drawn[2] as never)).toEqual(plain('martin n'))
    expect(drawn[3]).toEqual([])
    expect(drawn[4]).toBe(listed)
    // Opened with a text, it does not show the whole list first.
    drawn.length = 0
    follow('martin n')
    await waitFor(() => expect(drawn).toHaveLength(2))
    expect(drawn[0]).toBeUndefined()
    expect(idsOf('client', drawn[1] as never)).toEqual(plain('martin n'))
  })

  const living = (where: (n: number) => boolean): string[] =>
    idsOf(
      'client',
      rowsOf('client').filter((client, n) => client.NOM.startsWith('Voisin') && where(n - 900)),
    )

  it.each([
    ['gaulle', () => true],
    [
      '12 avenue du général de gaulle',
      (n: number) => [12, ...Array.from({ length: 10 }, (_, i) => 120 + i)].includes(n),
    ],
    ['69004', (n: number) => n >= 250],
    ['voisin 69004', (n: number) => n >= 250],
    ['gaulle lyon', () => true],
    ['gaulle nantes', () => false],
    ['voisin.9', (n: number) => String(900 + n).startsWith('9')],
    ['0478000', (n: number) => n < 100],
  ])('[DAY-12 search] (places) « %s » finds all who live there', async (text, where) => {
    const { result } = renderHook(() => useClientSearch(text))
    await waitFor(() => {
      result.current.loadMore()
      expect(result.current.complete).toBe(true)
    })
    expect(idsOf('client', result.current.clients)).toEqual(living(where))
  })

  it('[DAY-12 search] my clients are read once, and searched in memory at each key', async () => {
    const { storageInstance } = (held.data as { db: LocalDatabase }).db.of('client')
    const query = vi.spyOn(storageInstance, 'query')
    const view = renderHook(({ text }) => useClientSearch(text, { owner: ME }), { initialProps: { text: 'n' } })
    for (const text of ['n', 'no', 'nom', 'nom 8', 'p0008', 'ly', 'lyon']) {
      view.rerender({ text })
      await waitFor(() => expect(view.result.current.complete || view.result.current.more).toBe(true))
      const found = (await Promise.all(query.mock.results.map(({ value }) => value))) as { documents: unknown[] }[]
      expect(found.reduce((sum, { documents }) => sum + documents.length, 0)).toBeLessThanOrEqual(
        rowsOf('client').filter(({ IDPERSONNEL }) => IDPERSONNEL === ME).length,
      )
    }
    query.mockRestore()
  })

  it('[DAY-12 search] (places) finds mine there, after 280 addresses of others', async () => {
    await answers(
      () => useClientSearch('gaulle', { owner: ME }),
      (found) => [found.complete, idsOf('client', found.clients)],
      [true, living((n) => n >= 280)],
    )
  })

  it('[DAY-13 csv] reads each row at most twice for a file, however many match', async () => {
    const reads: number[] = []
    const clients = (held.data as { db: LocalDatabase }).db.of('client').storageInstance
    const query = clients.query.bind(clients)
    const spy = vi.spyOn(clients, 'query').mockImplementation(async (prepared) => {
      const answer = await query(prepared)
      reads.push(answer.documents.length)
      return answer
    })
    const names = { personnel: (id: string) => id, entry: (id: string) => id }
    files.length = 0
    const { result } = renderHook(() => {
      const { clients: found, complete, loadAll } = useClientSearch('martin')
      return useClientExport({ rows: found ?? [], complete, loadAll, names })
    })
    act(() => result.current.start())
    await waitFor(() => expect(files).toHaveLength(1))
    const matching = plain('martin').length
    expect(matching).toBe(700)
    // The first screen of each range, then all: a limit that doubles read 101, 201, 401 … rows again.
    expect(reads.reduce((sum, n) => sum + n, 0)).toBeLessThan(matching + 4 * 101 + 1)
    spy.mockRestore()
    files.length = 0
  })

  it('[DAY-13 csv] a file that is cancelled while it is written is not saved', async () => {
    const names = { personnel: (id: string) => id, entry: (id: string) => id }
    const clients = rowsOf('client') as never[]
    files.length = 0
    const { result } = renderHook(() =>
      useClientExport({ rows: clients, complete: true, loadAll: () => undefined, names }),
    )
    act(() => result.current.start())
    // Between two slices of the file the page answers.
    expect(result.current.written).toBe(1000)
    act(() => result.current.cancel())
    expect(result.current).toMatchObject({ running: false, written: 0 })
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(files).toEqual([])
  })

  it('finds mine, and those of my agency, among more of others', async () => {
    const mine = plain('martin', ({ IDPERSONNEL }) => IDPERSONNEL === ME)
    expect(mine).toHaveLength(50)
    await answers(
      () => useClientSearch('martin', { owner: ME, first: 100 }),
      (found) => idsOf('client', found.clients),
      mine,
    )
    const near = plain('martin', ({ IDAGENCE }) => IDAGENCE === null || IDAGENCE === 'a-1')
    expect(near.length).toBeGreaterThan(30)
    await answers(
      () => {
        const found = useAgencyClients('martin', 'a-1')
        // As somebody who scrolls to the end.
        useEffect(() => {
          if (found.more) found.loadMore()
        })
        return found
      },
      (found) => idsOf('client', found.clients as never),
      near,
    )
  })

  it('what is shown stays where it is while the list goes on', async () => {
    const { result } = renderHook(() => useClientSearch('lyon', { first: 100 }))
    await waitFor(() => expect(result.current.clients).toHaveLength(100))
    const before = result.current.clients?.map((client) => client.IDCLIENT)
    result.current.loadMore()
    await waitFor(() => expect(result.current.clients).toHaveLength(200))
    expect(result.current.clients?.slice(0, 100).map((client) => client.IDCLIENT)).toEqual(before)
  })

  it('[DAY-03 export] exports all that match, not only what is shown', async () => {
    const names = { personnel: (id: string) => id, entry: (id: string) => id }
    const { result } = renderHook(() => {
      const { clients, complete, loadAll } = useClientSearch('lyon')
      return useClientExport({ rows: clients ?? [], complete, loadAll, names })
    })
    result.current.start()
    await waitFor(() => expect(files).toHaveLength(1))
    expect(files[0]?.trim().split('\n')).toHaveLength(1 + plain('lyon').length)
  })
})

describe('[SET-05 filter] (lists) [DAY-03 filters] (labels) a filter by label', () => {
  const vip = (is: (client: Row<'client'>) => boolean = () => true): string[] =>
    idsOf(
      'client',
      rowsOf('client').filter((client) => client.IDLABELS.includes('vip') && is(client)),
    )
  const pages = (owner?: string, label = 'vip') =>
    renderHook(() => useClientPages({ owner, label, key: 'CLE_NOM' })).result

  it.each([undefined, ME])('lists all of them, of everybody and mine (%s)', async (owner) => {
    const result = pages(owner)
    await waitFor(() => {
      result.current.loadMore()
      expect(result.current.complete).toBe(true)
    })
    const wanted = vip(({ IDPERSONNEL }) => owner === undefined || IDPERSONNEL === owner)
    expect(wanted.length).toBeGreaterThan(40)
    expect(idsOf('client', result.current.rows)).toEqual(wanted)
  })

  it('[MGR-06 agency] the search and the clients of an agency are filtered before their limits', async () => {
    await answers(
      () => useClientSearch('martin', { label: 'vip' }),
      (found) => idsOf('client', found.clients),
      vip(({ NOM }) => NOM === 'Martin'),
    )
    await answers(
      () => useAgencyClients('', 'a-1', 'vip'),
      (found) => idsOf('client', found.clients as never),
      vip(({ IDAGENCE }) => IDAGENCE === null || IDAGENCE === 'a-1'),
    )
  })

  it('the whole list is chosen for a bulk action, with its exact number, and exported with its labels', async () => {
    const names = { personnel: (id: string) => id, entry: (id: string) => `« ${id} »` }
    const { result } = renderHook(() => {
      const { rows, complete, loadAll } = useClientPages({ owner: undefined, label: 'autre', key: 'CLE_NOM' })
      const selection = useSelection({ rows, complete, loadAll })
      return { selection, rows, exporter: useClientExport({ rows: rows ?? [], complete, loadAll, names }) }
    })
    await waitFor(() => expect(result.current.rows?.length).toBe(300))
    act(() => result.current.selection.start())
    expect(result.current.selection.chosen).toEqual([])
    act(() => result.current.selection.chooseAll())
    await waitFor(() => expect(result.current.selection.reading).toBe(false))
    const labelled = rowsOf('client').filter(({ IDLABELS }) => IDLABELS.includes('autre'))
    expect(labelled.length).toBeGreaterThan(600)
    expect(idsOf('client', result.current.selection.chosen)).toEqual(idsOf('client', labelled))
    act(() => result.current.selection.toggle(String(labelled[0]?.IDCLIENT)))
    expect(result.current.selection.chosen).toHaveLength(labelled.length - 1)
    files.length = 0
    act(() => result.current.exporter.start())
    await waitFor(() => expect(files).toHaveLength(1))
    const lines = files[0]?.trim().split('\r\n') ?? []
    expect(lines).toHaveLength(1 + labelled.length)
    expect(lines[0]).toContain('Étiquettes')
    expect(lines.filter((line) => line.endsWith('« autre », « vip »'))).toHaveLength(vip().length)
  })
})

describe('[DAY-11 reports] [DAY-03 complete] past reports', () => {
  const every = { author: null, projet: null, form: null, from: null, before: null, words: '' }
  const found = (filter: Partial<ReportFilter>, is: (row: Row<'soumission'>) => boolean) =>
    answers(
      () => useReports({ ...every, ...filter }, 5000),
      (answer) => answer && [answer.complete, idsOf('soumission', answer.rows)],
      [true, idsOf('soumission', rowsOf('soumission').filter(is))],
    )
  const clientOf = ({ IDPROJET }: Row<'soumission'>) => {
    const projet = rowsOf('projet').find((one) => one.IDPROJET === IDPROJET)
    return rowsOf('client').find((one) => one.IDCLIENT === projet?.IDCLIENT)
  }

  it('all, mine, of a project and of a period, to the last one', async () => {
    await found({}, () => true)
    await found({ author: ME }, ({ IDPERSONNEL }) => IDPERSONNEL === ME)
    await found({ projet: `projet-${number(3)}` }, ({ IDPROJET }) => IDPROJET === `projet-${number(3)}`)
    const [from, before] = ['2026-03-12T00:00:00.000Z', '2026-03-14T00:00:00.000Z']
    await found({ from, before }, ({ DATE_SOUMISSION: at }) => at !== null && at >= from && at < before)
  })

  it('by words of the report and of its client, however old it is', async () => {
    await found({ words: 'REPRENDRE toiture' }, ({ IDSOUMISSION }) => IDSOUMISSION === `soumission-${number(7)}`)
    const client = clientOf(rowsOf('soumission')[3] as Row<'soumission'>)
    const name = String(client?.NOM)
    expect(name.length).toBeGreaterThan(2)
    await found({ words: name }, (row) => holdsWords(clientOf(row)?.NOM ?? '', name))
    await found({ words: 'introuvable' }, () => false)
  })

  it('the latest first, and says that there are more', async () => {
    const latest = rowsOf('soumission')
      .toSorted((a, b) => String(b.DATE_SOUMISSION).localeCompare(String(a.DATE_SOUMISSION)))
      .slice(0, 50)
    await answers(
      () => useReports(every, 50),
      (answer) => answer && [answer.complete, answer.rows.map(({ DATE_SOUMISSION }) => DATE_SOUMISSION)],
      [false, latest.map(({ DATE_SOUMISSION }) => DATE_SOUMISSION)],
    )
  })
})

it('[DAY-03 complete] (counts) conflicts and my reports, all of them', async () => {
  const open = rowsOf('conflit').filter((one) => one.RESOLU === 0)
  await answers(
    () => useLiveList('conflit', { selector: { RESOLU: 0 } }),
    (rows) => rows?.length,
    open.length,
  )
  const mine = rowsOf('soumission').filter((one) => one.IDPERSONNEL === ME)
  await answers(
    () => useLiveList('soumission', { selector: { CLE_AUTEUR: { $in: ['', ME] } } }),
    (rows) => rows?.length,
    mine.length,
  )
})
