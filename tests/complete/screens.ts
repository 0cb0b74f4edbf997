import type { Page } from 'playwright'
import { addDays, mondayOf, today } from '../../schemas/dates.ts'
import type { Asker } from './answers.ts'
import * as answers from './answers.ts'
import type { Check } from './check.ts'
import type { Person } from './company.ts'
import { fileLines, foundIn, requests as requestsOf, unattendedLines } from './list-answers.ts'
import * as lists from './lists.ts'
import type * as reading from './reading.ts'
import {
  drawn,
  exported,
  exportedCells,
  go,
  linesOf,
  linked,
  numberIn,
  scrolled,
  unfold,
  until,
  wholeNumber,
} from './reading.ts'

const LATE = { timeout: 180_000 }
const day = (): string => today('Europe/Paris')
const empty = (why: string | undefined): { mayBeEmpty?: string } => (why === undefined ? {} : { mayBeEmpty: why })
const subtitle = (pattern: RegExp) => (page: Page) => numberIn(page, pattern)

/** A list that only renders what is on screen: its ids and its size. */
const list = (what: string, path: string, question: string, mayBeEmpty?: string): Check => ({
  what,
  path,
  parts: ['list', 'count'],
  ...empty(mayBeEmpty),
  read: async (page, asker) => scrolled(page, (await answers.ids(asker, question)).length),
  ask: (asker) => answers.listed(asker, question),
})

const counted = (what: string, path: string, pattern: RegExp, question: string, mayBeEmpty?: string): Check => ({
  what: `${what}, its number`,
  path,
  parts: ['count'],
  ...empty(mayBeEmpty),
  read: subtitle(pattern),
  ask: async (asker) => (await answers.ids(asker, question)).length,
})

/** The file of a list of clients, which reads all its rows, and the number that the list then says. */
const clients = (
  what: string,
  path: string,
  where: (asker: Asker) => string,
  { isSearch = false, mayBeEmpty }: { isSearch?: boolean; mayBeEmpty?: string | undefined } = {},
): Check => ({
  what,
  path,
  parts: isSearch ? ['search', 'count', 'export'] : ['list', 'count', 'export'],
  ...empty(mayBeEmpty),
  read: async (page, asker) => {
    const lines = await exported(page, await answers.clientCount(asker, where(asker)))
    if (lines.length === 0) return { count: 0, lines }
    const said = page.locator('main').getByText(/^[\d\s]+ (clients?|résultats?)$/)
    return { count: wholeNumber(await said.first().innerText(LATE)), lines }
  },
  ask: async (asker) => {
    const lines = await answers.clientLines(asker, where(asker))
    return { count: lines.length, lines }
  },
})

const mine = ({ viewer }: Asker): string => `"IDPERSONNEL" = '${viewer.id}'`
const everybody = (): string => 'true'
const ofAgency = ({ viewer }: Asker): string => `("IDAGENCE" is null or "IDAGENCE" = '${viewer.agences[0]}')`

/** What nobody is called. */
const UNKNOWN = 'inconnu'
/** Searches of one and several words, of a number, and of a part that is rare. */
const SEARCHES = [
  'martin',
  'lyon',
  'zoé',
  'l hermitte',
  'dupont nantes',
  'bron roux',
  '06 39 90 1',
  'homonyme',
  '02 4',
  UNKNOWN,
]
const searches = (
  path: string,
  where: (asker: Asker) => string,
  { words = SEARCHES, nobody = [UNKNOWN] }: { words?: readonly string[]; nobody?: readonly string[] } = {},
): Check[] =>
  words.map((typed) => {
    const question = (asker: Asker): string => `(${answers.matching(typed)}) and ${where(asker)}`
    return clients(
      `search « ${typed} » in ${path}`,
      `${path}${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(typed)}`,
      question,
      { isSearch: true, mayBeEmpty: nobody.includes(typed) ? 'nobody here is called so' : undefined },
    )
  })

const todo = (debriefs: boolean, mayBeEmpty?: string): Check[] => {
  const rowsOf = (page: Page): Promise<string[]> =>
    linked(page, 'main li', /(?:\/manager\/(?:rdv|intervention)\/|idRdv=)([^/?&]+)/)
  const read = async (page: Page, expected: number): Promise<unknown> => {
    // Without any, a sentence takes the place of the number.
    if (expected === 0) await page.getByText(/^Tout est saisi/).waitFor(LATE)
    const count = expected === 0 ? 0 : await numberIn(page, /retours? à saisir$/)
    return { count, ids: await rowsOf(page) }
  }
  return [
    {
      what: 'RAF of a year',
      path: '/manager/raf',
      parts: ['list', 'count'],
      ...empty(mayBeEmpty),
      read: async (page, asker) => read(page, (await answers.ids(asker, answers.todo(debriefs, answers.YEAR))).length),
      ask: (asker) => answers.listed(asker, answers.todo(debriefs, answers.YEAR)),
    },
    {
      what: 'RAF, all',
      path: '/manager/raf',
      parts: ['list', 'count'],
      ...empty(mayBeEmpty),
      read: async (page, asker) => {
        await lists.showOlder(page, lists.OLDER_TODO)
        return read(page, (await answers.ids(asker, answers.todo(debriefs, answers.EVER))).length)
      },
      ask: (asker) => answers.listed(asker, answers.todo(debriefs, answers.EVER)),
    },
  ]
}

const card = (name: string, question: string): [string, string] => [name, question]
/** Whoever is responsible for a project, of any role. */
const recalls = (['without_rdv', 'without_quote', 'to_call_again'] as const).map((name) =>
  card(name, answers.WAITING[name]),
)
const dashboard = (cards: [string, string][]): Check => ({
  what: 'the dashboard’s cards',
  path: '/manager',
  parts: ['count'],
  read: async (page) => {
    await page.locator('main ul[aria-busy="false"] [data-list]').first().waitFor(LATE)
    const texts = await page.evaluate<[string, string][]>(
      `[...document.querySelectorAll('main [data-list]')].map((card) => [card.dataset.list, card.firstElementChild.textContent])`,
    )
    return texts.map(([name, text]) => `${name} ${wholeNumber(text)}`).sort()
  },
  ask: async (asker) => {
    const found: string[] = []
    for (const [name, question] of cards) {
      const { length } = await answers.ids(asker, question)
      if (length > 0) found.push(`${name} ${length}`)
    }
    return found.sort()
  },
})

/** Why a person has none of what follows, where that is so. */
interface Without {
  noTodo?: string
  noReports?: string
  noProjects?: string
}
const CALLED = ['without_rdv', 'without_quote', 'to_call_again'] as const
const CALLED_WORDS = {
  without_rdv: 'projects to recall',
  without_quote: 'projects without a quote',
  to_call_again: 'projects to call again',
  unheld: 'calls that nobody is responsible for',
} as const
/** « Relances » by list, and the number of them all. */
const calls = (noProjects: string | undefined, office: boolean): Check[] => [
  ...CALLED.map((name) =>
    list(CALLED_WORDS[name], `/manager/relance?liste=${name}`, answers.WAITING[name], noProjects),
  ),
  counted(
    'projects to call, of all lists',
    '/manager/relance',
    /projets? à relancer/,
    [...CALLED, ...(office ? (['unheld'] as const) : [])].map((name) => answers.WAITING[name]).join(' union all '),
    office ? undefined : noProjects,
  ),
  ...lists.wholeList({ ...callList('to_call_again'), ...empty(noProjects) }, []),
  ...(office
    ? [
        list(CALLED_WORDS.unheld, '/manager/relance?liste=unheld', answers.WAITING.unheld),
        ...lists.wholeList(callList('unheld'), ['lyon']),
      ]
    : []),
]
const callList = (name: keyof typeof CALLED_WORDS): lists.WholeList => ({
  what: CALLED_WORDS[name],
  path: `/manager/relance?liste=${name}`,
  kind: 'projet',
  question: answers.WAITING[name],
  columns: [0, 1, 2, 4],
})

/** What every role has. */
const common = (
  debriefs: boolean,
  {
    directs = false,
    office = false,
    noTodo,
    noReports,
    noProjects,
  }: Without & { directs?: boolean; office?: boolean } = {},
): Check[] => [
  ...todo(debriefs, noTodo),
  // Whoever is responsible for a project has them, of any role.
  ...calls(noProjects, office),
  ...lists.everybody({ debriefs, directs, noTodo, noReports }),
  {
    what: 'my reports',
    path: '/manager/rapport',
    parts: ['list'],
    ...empty(noReports),
    read: async (page) => {
      await page.getByRole('heading', { name: 'Mes comptes rendus' }).waitFor(LATE)
      await unfold(page)
      return linked(page, 'main', /soumission=([^&]+)/)
    },
    ask: (asker) => answers.ids(asker, `select "IDSOUMISSION" as id from s where "IDPERSONNEL" = $1`),
  },
  {
    what: 'the team',
    path: '/manager/equipe',
    parts: ['list', 'count'],
    read: (page) => scrolled(page, 1),
    ask: (asker) =>
      answers.listed(
        asker,
        `select "IDPERSONNEL" as id from personnel where not deleted and "IDPERSONNEL" <> all${answers.GONE}`,
      ),
  },
  {
    what: 'the numbers of « Synchronisation »',
    path: '/manager/synchronisation',
    parts: ['count'],
    read: async (page) => {
      await page.locator('main dl dd').filter({ hasText: /\d/ }).nth(8).waitFor(LATE)
      return page.evaluate<string[]>(
        `[...document.querySelectorAll('main dl dt')].slice(0, 7).map((name) => name.textContent + ' ' + name.nextElementSibling.textContent.replace(/\\D/g, ''))`,
      )
    },
    ask: async (asker) => {
      const tables = {
        Clients: 'client where not deleted',
        Adresses: 'adresse where not deleted',
        Projets: 'p',
        'Rendez-vous': 'all_rdv',
        Devis: 'd',
        Interventions: 'w',
        'Comptes rendus': 's',
      }
      const found: string[] = []
      for (const [name, table] of Object.entries(tables))
        found.push(
          `${name} ${table === 'all_rdv' ? await answers.count(asker, answers.EVERY_RDV) : await answers.count(asker, table)}`,
        )
      return found
    },
  },
]

/** The appointments that the agenda shows, in the page. */
const EVENTS = `[...new Set([...document.querySelectorAll('[data-event-id]')].map((event) => event.dataset.eventId))].filter((id) => !/:|^(occupe|travaux)-/.test(id))`
const agenda = (who: (asker: Asker) => string, weeks: readonly number[], mayBeEmpty?: string): Check[] =>
  weeks.map((week) => {
    const monday = addDays(mondayOf(day()), week * 7)
    // The week of the agenda leaves Sunday out (CAL-02).
    const saturday = addDays(monday, 5)
    return {
      what: `agenda, the week of ${monday}`,
      path: `/manager/agenda?vue=timeGridWeek&date=${monday}&personnes=`,
      parts: ['list'] as const,
      ...empty(mayBeEmpty),
      read: async (page: Page, asker: Asker) => {
        await go(page, `/manager/agenda?vue=timeGridWeek&date=${monday}&personnes=${who(asker)}`)
        const expected = await answers.ids(asker, answers.rdvsOf(who(asker), monday, saturday))
        // Each appointment is drawn once its week has been read.
        await until(page, `${EVENTS}.length >= ${expected.length}`)
        return page.evaluate<string[]>(`${EVENTS}.sort()`)
      },
      ask: (asker: Asker) => answers.ids(asker, answers.rdvsOf(who(asker), monday, saturday)),
    }
  })

const map: Check = {
  what: 'the map: clients around a point, and without a point',
  path: '/manager/carte?autour=46.3,0.35&rayon=20',
  parts: ['count'],
  read: async (page) => {
    // « Aucun client à moins de 20 km »
    const found = await page
      .locator('main')
      .getByText(/clients? à moins de 20/)
      .first()
      .innerText(LATE)
    const around = found.startsWith('Aucun') ? 0 : wholeNumber(found)
    return { around, without: await numberIn(page, /clients? sans position/) }
  },
  ask: async ({ company }) => {
    const [found] = await company.ask<{ around: string; without: string }>(
      `select count(*) filter (where 12742.0176 * asin(least(1, sqrt(sin(radians("LATITUDE" - 46.3) / 2) ^ 2
          + cos(radians(46.3)) * cos(radians("LATITUDE")) * sin(radians("LONGITUDE" - 0.35) / 2) ^ 2))) <= 20) as around,
        count(*) filter (where "LATITUDE" is null or "LONGITUDE" is null) as without
      from client left join adresse using ("IDADRESSE") where not client.deleted`,
    )
    return { around: Number(found?.around), without: Number(found?.without) }
  },
}

/** Name and figures of each row of a table of « Classement ». Its first rows are drawn before the others. */
async function figureRows(
  page: Page,
  table: string,
  { columns, expected }: { columns: readonly [from: number, until: number]; expected: number },
): Promise<string[]> {
  const region = `section[aria-label="${table}"] tbody tr`
  await drawn(page.locator(region), expected)
  const lines = await page.evaluate<string[][]>(
    `[...document.querySelectorAll('${region}')].map((row) => [row.querySelector('th').firstChild.textContent, ...[...row.querySelectorAll('td')].slice(${columns.join(', ')}).map((cell) => cell.textContent)])`,
  )
  return lines
    .map(([name, ...figures]) =>
      [name, ...figures.map((text) => text.replace(/\D/g, ''))]
        .map((cell) => (/^\d+$/.test(cell ?? '') ? Number(cell) : cell))
        .join(' | '),
    )
    .sort()
}

const rankingTables: Check[] = [
  {
    what: 'the ranking of this year',
    path: '/manager/classement?periode=current_year',
    parts: ['list'],
    read: async (page, asker) =>
      figureRows(page, 'Tableau du classement', { columns: [1, 5], expected: (await answers.ranking(asker)).length }),
    ask: (asker) => answers.ranking(asker),
  },
  {
    what: 'the ranking of this year, its file',
    path: '/manager/classement?periode=current_year',
    parts: ['export'],
    read: async (page) =>
      (await exportedCells(page, 1))
        .map(([, name, signed, amount = '', refused, lost = '']) =>
          [name, signed, lists.cents(amount), refused, lists.cents(lost)].join(' | '),
        )
        .sort(),
    ask: (asker) => answers.ranking(asker),
  },
  {
    what: 'what became of this year’s first visits',
    path: '/manager/classement?periode=current_year',
    parts: ['list'],
    read: async (page, asker) =>
      figureRows(page, 'Transformation', { columns: [0, 3], expected: (await answers.conversion(asker)).length }),
    ask: (asker) => answers.conversion(asker),
  },
]

/** « 12 devis en attente, 1 234,56 € TTC · 3 brouillons »: a draft waits for nobody's answer and is counted apart. */
function said(text: string): { sent: number; sum: number; drafts: number } {
  const [waiting = '', drafts = ''] = text.split(' · ')
  const [count = '', ...amount] = waiting.split(',')
  const number = (part: string): number => Number(part.replace(/\D/g, ''))
  return { sent: number(count), sum: number(amount.join('')), drafts: number(drafts) }
}

const DEVIS_STATES = ['tous', 'brouillon', 'transmis', 'consulte', 'expire'] as const
const quotes = (whose: 'mine' | 'all'): Check[] =>
  DEVIS_STATES.map((state) => ({
    what: `pending quotes, ${whose}, ${state}`,
    path: `/manager/devis?${whose === 'all' ? 'tous=1&' : ''}etat=${state}`,
    parts: ['list', 'count'] as const,
    read: async (page, asker) => {
      const { count, ids } = await scrolled(
        page,
        Number(await answers.count(asker, `(${answers.pending(whose, state)}) as quote`)),
      )
      return {
        count,
        ...said(
          await page
            .locator('main')
            .getByText(/devis en attente/)
            .first()
            .innerText(LATE),
        ),
        ids,
      }
    },
    ask: async (asker) => {
      const found = await answers.rows<{ id: string; price: string; sent: boolean }>(
        asker,
        `select "IDDEVIS" as id, "PRIX_TTC" as price, "DATE_TRANSMISSION" is not null as sent from (${answers.pending(whose, state)}) as quote`,
      )
      const sent = found.filter((one) => one.sent)
      return {
        count: found.length,
        sent: sent.length,
        sum: sent.reduce((sum, { price }) => sum + Number(price), 0),
        drafts: found.length - sent.length,
        ids: found.map(({ id }) => id).sort(),
      }
    },
  }))

/** The page of the client who has a hundred projects more, and of the project with hundreds of appointments. */
const bigRecords: Check[] = [
  {
    what: 'the projects of one client',
    path: '/manager/client/last',
    parts: ['list'],
    read: async (page, asker) => {
      await go(page, `/manager/client/${await answers.lastClient(asker)}?onglet=projets`)
      await page.locator('main [role=tabpanel] li a').first().waitFor(LATE)
      return linked(page, 'main [role=tabpanel]', /\/manager\/projet\/([^/?]+)$/)
    },
    ask: async (asker) =>
      answers.ids(asker, `select "IDPROJET" as id from p where "IDCLIENT" = '${await answers.lastClient(asker)}'`),
  },
  {
    what: 'the appointments of one project',
    path: '/manager/projet/j-9000001',
    parts: ['list', 'count'],
    read: async (page) => {
      const panel = page.getByRole('region', { name: 'Rendez-vous' })
      await panel.locator('li a').first().waitFor(LATE)
      const count = wholeNumber(await panel.locator('h2').innerText())
      return { count, ids: await linked(page, 'main section[aria-label="Rendez-vous"]', /\/manager\/rdv\/([^/?]+)$/) }
    },
    ask: (asker) => answers.listed(asker, `select "IDRDV" as id from r where "IDPROJET" = 'j-9000001'`),
  },
]

const pipeline = (by: 'person' | 'agency'): Check => ({
  what: `the pipeline’s file, by ${by}`,
  path: `/manager/suivi?par=${by === 'agency' ? 'agence' : 'commercial'}`,
  // As it is shown: its table is the file's lines.
  parts: ['list', 'export'],
  read: (page) => exported(page, 1),
  ask: (asker) => answers.pipelineLines(asker, by),
})

const step = (name: 'without_quote' | 'sans_suite', where: string): Check => ({
  what: `the projects behind a figure of the pipeline, ${name}`,
  path: `/manager/suivi?liste=${name}`,
  parts: ['list', 'count'],
  read: async (page) => {
    const sheet = page.getByRole('dialog')
    await sheet.locator('li a').first().waitFor(LATE)
    const said = sheet.getByText(/premières lignes sur/)
    const rows = await sheet.locator('li').count()
    return (await said.count()) === 0 ? rows : wholeNumber((await said.innerText()).split(' sur ')[1] ?? '')
  },
  ask: async (asker) => (await answers.ids(asker, `select "IDPROJET" as id from project where ${where}`)).length,
})

/** The sheet of the projects behind a figure: its file, of all of them and of what its search finds. */
const NO_QUOTE = `select "IDPROJET" as id from project where not closed and "IDETAT_PROJET" = 1 and visited`
const stepFiles: Check[] = ['', 'bernard', 'muller bron'].map((typed) => ({
  what: `the projects behind a figure of the pipeline, ${typed === '' ? 'their file' : `search « ${typed} »`}`,
  path: '/manager/suivi?liste=without_quote',
  parts: typed === '' ? (['export'] as const) : (['search', 'export'] as const),
  read: async (page: Page, asker: Asker) => {
    const sheet = page.getByRole('dialog')
    await sheet.locator('li a').first().waitFor(LATE)
    const found = await behind(asker, typed)
    if (typed !== '') await sheet.getByLabel('Rechercher dans la liste').fill(typed)
    return linesOf(await exportedCells(page, found.length, { within: sheet }), [0, 1, 2, 3])
  },
  ask: (asker: Asker) => behind(asker, typed),
}))
async function behind(asker: Asker, typed: string): Promise<string[]> {
  if (typed === '') return fileLines(asker, 'projet', NO_QUOTE)
  const found = await foundIn(asker, 'projet', NO_QUOTE, typed)
  return fileLines(
    asker,
    'projet',
    `select unnest(array['', ${found.map((one) => `'${one}'`).join(',') || `''`}]) as id`,
  )
}

/** What the office links and gives to others (MGR-06, MGR-11). */
const looseParts: Check[] = [
  list('measures to link', '/manager/suivi-client?vue=metres', answers.looseMeasures),
  counted('measures to link', '/manager/suivi-client?vue=metres', /métrés? sans projet$/, answers.looseMeasures),
  ...lists.wholeList(
    {
      what: 'measures to link',
      path: '/manager/suivi-client?vue=metres',
      kind: 'rdv',
      question: answers.looseMeasures,
      columns: [0, 2],
    },
    [],
  ),
  list('visits where nobody goes', '/manager/suivi-client?vue=confier', answers.unattended),
  counted(
    'visits where nobody goes',
    '/manager/suivi-client?vue=confier',
    /visites? où personne ne va$/,
    answers.unattended,
  ),
  {
    what: 'visits where nobody goes, their file',
    path: '/manager/suivi-client?vue=confier',
    parts: ['export'],
    read: async (page, asker) =>
      linesOf(await exportedCells(page, (await unattendedLines(asker, answers.unattended)).length), [0, 2, 3]),
    ask: (asker) => unattendedLines(asker, answers.unattended),
  },
]

const assignment: Check[] = [
  list('projects to assign', '/manager/affectation', answers.WAITING.to_assignment),
  counted('projects to assign', '/manager/affectation', /projets? sans responsable/, answers.WAITING.to_assignment),
  list(
    'projects to assign, with a rare label',
    '/manager/affectation?etiquette=label-rare',
    `${answers.WAITING.to_assignment} and "IDLABELS" @> array['label-rare']`,
  ),
  {
    ...list(
      'projects to assign, search « bernard »',
      '/manager/affectation?q=bernard',
      `${answers.WAITING.to_assignment} and "IDCLIENT" in (select "IDCLIENT" from client where ' ' || cle_nom like '% bernard%')`,
    ),
    parts: ['search'],
  },
]

const { NOTHING } = lists
/** Words that a list finds. The projects of a state are of clients whose number ends with the same digits, so only some names are among them. */
const STATE_1 = ['bernard', 'muller bron', NOTHING]
const ORDERED = ['lefevre', 'lefevre bron', NOTHING]

/** The lists that are whole on the device: their own search, their file, their order. */
const WHOLE = {
  contact: {
    what: 'projects to contact',
    path: '/manager/contact',
    kind: 'projet',
    question: answers.WAITING.to_contact,
    columns: [0, 1, 2, 4],
  },
  recall: {
    what: 'projects to recall',
    path: '/manager/relance?liste=without_rdv',
    kind: 'projet',
    question: answers.WAITING.without_rdv,
    columns: [0, 1, 2, 4],
  },
  unquoted: {
    what: 'projects without a quote',
    path: '/manager/relance?liste=without_quote',
    kind: 'projet',
    question: answers.WAITING.without_quote,
    columns: [0, 1, 2, 4],
  },
  assign: {
    what: 'projects to assign',
    path: '/manager/affectation',
    kind: 'orphan',
    question: answers.WAITING.to_assignment,
    columns: [0, 1, 2, 3],
  },
  plan: {
    what: 'projects to plan',
    path: '/manager/suivi-client',
    kind: 'projet',
    question: answers.WAITING.to_plan,
    columns: [0, 1, 2, 3],
  },
  works: {
    what: 'works of my projects',
    path: '/manager/intervention-commercial?etat=toutes',
    kind: 'work',
    question: answers.followed('toutes'),
    columns: [0, 1, 2, 3],
  },
  measured: {
    what: 'works after my measures',
    path: '/manager/intervention-metreur?vue=all',
    kind: 'work',
    question: answers.measured.all,
    columns: [0, 1, 2, 3],
  },
  quotes: {
    what: 'pending quotes, all',
    path: '/manager/devis?tous=1',
    kind: 'devis',
    question: `select "IDDEVIS" as id from (${answers.pending('all', 'tous')}) as quote`,
    columns: [0, 1, 2, 3],
  },
} as const satisfies Record<string, lists.WholeList>

const quoteLists: Check[] = [
  ...lists.wholeList(WHOLE.quotes, ['roux', 'roux bron', NOTHING]),
  lists.sorted(WHOLE.quotes, { tri: 'montant', column: 3, order: 'one."PRIX_TTC"', read: lists.cents }),
]

const OLDER_WORKS = 'Afficher les plus anciennes'
const RESPONSIBLE = 'this person is responsible for no project'
async function foundSites(asker: Asker, typed: string): Promise<string[]> {
  const found = await foundIn(asker, 'site', ALL_SITES, typed)
  return fileLines(asker, 'site', `select unnest(array['', ${found.map((one) => `'${one}'`).join(',') || `''`}]) as id`)
}
const ALL_SITES = Object.values(answers.sites).join(' union all ')
/** The balance is its quote's: the file says it once, for the first works of it. */
const BALANCE = `case when row_number() over (partition by coalesce(one."IDDEVIS", one."IDINTERVENTION")) = 1 then one."SOLDE_DEVIS" end`
const FILTERS = ['suivre', 'venir', 'solde', 'toutes'] as const

/** What each person is asked. */
export const CHECKS: Readonly<Record<Person, readonly Check[]>> = {
  commercial: [
    dashboard([
      card('raf', answers.todo(true, answers.YEAR)),
      card('demandes', requestsOf('nouvelle')),
      card('to_contact', answers.WAITING.to_contact),
      ...recalls,
    ]),
    ...common(true),
    ...lists.wholeList(WHOLE.contact, STATE_1),
    ...lists.wholeList(WHOLE.recall, ['lyon']),
    ...lists.wholeList(WHOLE.unquoted, ['muller bron']),
    ...lists.wholeList(WHOLE.works, ORDERED),
    lists.sorted(WHOLE.works, { tri: 'solde', column: 8, order: BALANCE, read: lists.cents, isOnce: true }),
    ...quoteLists,
    ...lists.requests,
    ...lists.owed(false),
    list('projects to contact', '/manager/contact', answers.WAITING.to_contact),
    counted('projects to contact', '/manager/contact', /projets? à contacter/, answers.WAITING.to_contact),
    list(
      'projects to contact, with a rare label',
      '/manager/contact?etiquette=label-rare',
      `${answers.WAITING.to_contact} and "IDLABELS" @> array['label-rare']`,
    ),
    ...FILTERS.map((filter) =>
      list(
        `works of my projects, ${filter}`,
        `/manager/intervention-commercial?etat=${filter}`,
        answers.followed(filter),
      ),
    ),
    counted(
      'works of my projects',
      '/manager/intervention-commercial',
      /interventions? de vos projets/,
      answers.followed('toutes'),
    ),
    ...quotes('mine'),
    ...quotes('all'),
    ...rankingTables,
    ...agenda(({ viewer }) => viewer.id, [-20, 0, 3]),
    map,
    ...bigRecords,
    clients('my clients', '/manager/client', mine),
    clients('my clients, by town', '/manager/client?tri=ville', mine),
    clients(
      'my clients with a rare label',
      '/manager/client?etiquette=label-rare',
      (asker) => `${mine(asker)} and "IDLABELS" @> array['label-rare']`,
    ),
    // The homonyms are clients of colleagues.
    ...searches('/manager/client', mine, { nobody: [UNKNOWN, 'homonyme'] }),
    ...searches('/manager/client?tous=1', everybody),
    clients('all clients', '/manager/client?tous=1', everybody),
    clients('all clients, by town', '/manager/client?tous=1&tri=ville', everybody),
    clients(
      'all clients with a rare label',
      '/manager/client?tous=1&etiquette=label-rare',
      () => `"IDLABELS" @> array['label-rare']`,
    ),
  ],
  technicien: [
    dashboard([card('raf', answers.todo(false, answers.YEAR)), ...recalls]),
    ...common(false, { noProjects: RESPONSIBLE }),
    ...agenda(({ viewer }) => viewer.id, [0]),
    ...['pose 1', 'lefevre', NOTHING].map(
      (typed): Check => ({
        what: `my works, search « ${typed} »`,
        path: `/manager/intervention-technicien?q=${encodeURIComponent(typed)}`,
        parts: ['search', 'export'],
        ...empty(typed === NOTHING ? 'nothing is called so' : undefined),
        read: async (page, asker) => {
          await lists.showOlder(page, OLDER_WORKS)
          return linesOf(await exportedCells(page, (await foundSites(asker, typed)).length), [3, 4, 5, 6])
        },
        ask: (asker) => foundSites(asker, typed),
      }),
    ),
    {
      what: 'my works, their file',
      path: '/manager/intervention-technicien',
      parts: ['export'],
      read: async (page, asker) => {
        await lists.showOlder(page, OLDER_WORKS)
        const { length } = await answers.ids(asker, ALL_SITES)
        return linesOf(await exportedCells(page, length), [3, 4, 5, 6])
      },
      ask: (asker) => fileLines(asker, 'work', ALL_SITES),
    },
    {
      what: 'my works, by section',
      path: '/manager/intervention-technicien',
      parts: ['list', 'count'],
      read: async (page) => {
        await lists.showOlder(page, OLDER_WORKS)
        const names = ['today', 'late', 'next', 'done']
        const labels = ['Aujourd’hui', 'À terminer', 'À venir', 'Terminées récemment']
        const found: Record<string, reading.Listed> = {}
        for (const [index, name] of names.entries()) {
          const within = `main section[aria-label="${labels[index]}"]`
          if ((await page.locator(within).count()) === 0) {
            found[name] = { count: 0, ids: [] }
            continue
          }
          await unfold(page, within)
          const ids = await linked(page, within, /\/manager\/intervention\/([^/?]+)/)
          found[name] = {
            count: wholeNumber((await page.locator(`${within} h2`).innerText()).replace(/^[^\d]*/, '')),
            ids,
          }
        }
        return found
      },
      ask: async (asker) => {
        const found: Record<string, reading.Listed> = {}
        for (const [name, question] of Object.entries(answers.sites))
          found[name] = await answers.listed(asker, question)
        return found
      },
    },
  ],
  metreur: [
    dashboard([card('raf', answers.todo(true, answers.YEAR)), ...recalls, card('to_link', answers.measured.missing)]),
    ...common(true, { noProjects: RESPONSIBLE }),
    map,
    ...lists.wholeList(WHOLE.measured, ORDERED),
    list('works and measures without a link', '/manager/intervention-metreur?vue=missing', answers.measured.missing),
    list('works after my measures', '/manager/intervention-metreur?vue=all', answers.measured.all),
    counted(
      'works after my measures',
      '/manager/intervention-metreur',
      /interventions? après vos métrés/,
      answers.measured.all,
    ),
    ...agenda(({ viewer }) => viewer.id, [-20, 0]),
    ...searches('/manager/client?tous=1', everybody, { words: ['martin', 'roux bron'] }),
  ],
  assistante: [
    dashboard([
      card('raf', answers.todo(false, answers.YEAR)),
      card('unattended', answers.unattended),
      card('demandes', requestsOf('nouvelle')),
      ...recalls,
      card('unheld', answers.WAITING.unheld),
      card('to_assignment', answers.WAITING.to_assignment),
      card('to_plan', answers.WAITING.to_plan),
      card('loose_measures', answers.looseMeasures),
    ]),
    ...looseParts,
    ...common(false, {
      office: true,
      noTodo: 'an assistant has no appointments',
      noReports: 'an assistant writes none',
      noProjects: RESPONSIBLE,
    }),
    ...agenda(({ viewer }) => viewer.id, [0], 'an assistant has no appointments'),
    map,
    ...assignment,
    // Its search is the one of the agency's clients, below.
    ...lists.wholeList(WHOLE.plan, []),
    ...quotes('all'),
    ...quoteLists,
    ...lists.requests,
    ...lists.owed(true),
    list('projects to plan', '/manager/suivi-client', answers.WAITING.to_plan),
    counted('projects to plan', '/manager/suivi-client', /projets? sans rendez-vous/, answers.WAITING.to_plan),
    list(
      'projects to plan, with a rare label',
      '/manager/suivi-client?etiquette=label-rare',
      `${answers.WAITING.to_plan} and "IDLABELS" @> array['label-rare']`,
    ),
    clients('the agency’s clients', '/manager/suivi-client?vue=clients', ofAgency),
    clients(
      'the agency’s clients with a rare label',
      '/manager/suivi-client?vue=clients&etiquette=label-rare',
      (asker) => `${ofAgency(asker)} and "IDLABELS" @> array['label-rare']`,
    ),
    // The homonyms are clients of the other agency.
    ...searches('/manager/suivi-client', ofAgency, { nobody: [UNKNOWN, 'homonyme'] }),
  ],
  directeur: [
    list('projects to plan', '/manager/suivi-client', answers.WAITING.to_plan),
    counted('projects to plan', '/manager/suivi-client', /projets? sans rendez-vous/, answers.WAITING.to_plan),
    dashboard([
      card('raf', answers.todo(true, answers.YEAR)),
      card('unattended', answers.unattended),
      card('demandes', requestsOf('nouvelle')),
      card('to_contact', answers.WAITING.to_contact),
      ...recalls,
      card('unheld', answers.WAITING.unheld),
      card('to_assignment', answers.WAITING.to_assignment),
      card('loose_measures', answers.looseMeasures),
    ]),
    ...common(true, { directs: true, office: true, noReports: 'a director writes none' }),
    ...looseParts,
    ...lists.wholeList(WHOLE.plan, []),
    ...quotes('all'),
    ...quoteLists,
    ...lists.prices,
    ...assignment,
    ...lists.wholeList(WHOLE.assign),
    ...lists.requests,
    ...lists.owed(true),
    pipeline('person'),
    pipeline('agency'),
    counted('followed projects', '/manager/suivi', /projets suivis$/, answers.PIPELINE),
    ...stepFiles,
    step('without_quote', `not closed and "IDETAT_PROJET" = 1 and visited`),
    step('sans_suite', `closed and "IDETAT_PROJET" in (1, 2)`),
    ...rankingTables,
    ...agenda(() => 'p-0000001,p-0000002,p-0000003', [-20, 0, 3]),
    map,
    ...bigRecords,
    {
      what: 'where the team is',
      path: `/manager/equipe?moment=${encodeURIComponent(`${day()} 10:30`)}`,
      parts: ['count'],
      read: async (page, asker) => {
        const { length } = await answers.ids(asker, answers.takenAt(`${day()} 10:30`))
        const taken = page.locator('main li[data-index]').getByText(/^(En rendez-vous|En intervention)$/)
        if (length > 0) await drawn(taken, length)
        return taken.count()
      },
      ask: async (asker) => (await answers.ids(asker, answers.takenAt(`${day()} 10:30`))).length,
    },
    {
      what: 'conflicts',
      path: '/manager/synchronisation',
      parts: ['list', 'count'],
      read: async (page) => {
        const said = page
          .locator('main')
          .getByText(/premières lignes sur/)
          .first()
        return wholeNumber((await said.innerText(LATE)).split(' sur ')[1] ?? '')
      },
      ask: (asker) => answers.count(asker, answers.OPEN_CONFLICTS),
    },
    clients('my clients', '/manager/client', mine),
    ...searches('/manager/client?tous=1', everybody, { words: ['martin', 'dupont nantes'] }),
    clients('all clients', '/manager/client?tous=1', everybody),
  ],
}
