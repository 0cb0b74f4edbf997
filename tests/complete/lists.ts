import type { Page } from 'playwright'
import { addDays, today } from '../../schemas/dates.ts'
import * as answers from './answers.ts'
import type { Check } from './check.ts'
import { JOURNAL_WORD } from './company.ts'
import * as asked from './list-answers.ts'
import {
  drawn,
  exportedCells,
  foundEverywhere,
  type Listed,
  linesOf,
  linked,
  numberIn,
  scrolled,
  unfold,
  wholeNumber,
} from './reading.ts'

/** What each list has besides its rows: its own search, its file and its order (DAY-12, DAY-13); and the lists of what customers owe, ask and what people keep. */

const LATE = { timeout: 180_000 }

/** A list of projects, works, quotes or requests that is whole on the device. */
export interface WholeList {
  /** In words. */
  what: string
  path: string
  kind: asked.KindName
  /** Its rows' ids. */
  question: string
  /** The columns of its file that `KINDS` tells, by their place. */
  columns: readonly number[]
  /** Why it may be empty. */
  mayBeEmpty?: string
}

/** What is said of a check that may have nothing to compare. */
const empty = (why: string | undefined): { mayBeEmpty?: string } => (why === undefined ? {} : { mayBeEmpty: why })
/** What nothing is called. */
export const NOTHING = 'personne ainsi'
const whyEmpty = (typed: string, why?: string) =>
  empty(typed === NOTHING || typed === 'introuvable' ? 'nothing is called so' : why)

const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`

/** Its file, and its search by a name, by two words and by what nothing is called. */
export const wholeList = ({ what, path, kind, question, columns, mayBeEmpty }: WholeList, words = WORDS): Check[] => [
  {
    what: `${what}, its file`,
    path,
    parts: ['export'],
    ...empty(mayBeEmpty),
    read: async (page, asker) => {
      const { length } = await asked.fileLines(asker, kind, question)
      return linesOf(await exportedCells(page, length), columns)
    },
    ask: (asker) => asked.fileLines(asker, kind, question),
  },
  ...words.map((typed) => ({
    what: `${what}, search « ${typed} »`,
    path: withQuery(path, `q=${encodeURIComponent(typed)}`),
    parts: ['search', 'export'] as const,
    ...whyEmpty(typed, mayBeEmpty),
    read: async (page: Page, asker: answers.Asker) =>
      linesOf(await exportedCells(page, (await asked.foundIn(asker, kind, question, typed)).length), columns),
    ask: async (asker: answers.Asker) => {
      const ids = await asked.foundIn(asker, kind, question, typed)
      return asked.fileLines(
        asker,
        kind,
        `select unnest(array['', ${ids.map((id) => `'${id}'`).join(',') || `''`}]) as id`,
      )
    },
  })),
]
const WORDS = ['bernard', 'roux bron', NOTHING]

/** A list sorted by a column's header, downwards: its file stands in that order. */
export const sorted = (
  { what, path, kind, question }: WholeList,
  {
    tri,
    column,
    order,
    read = (cell) => cell,
    isOnce = false,
  }: {
    tri: string
    column: number
    order: string
    read?: (cell: string) => string
    /** Some rows say nothing, wherever they stand: their value is said by another row. */
    isOnce?: boolean
  },
): Check => {
  const said = (values: readonly string[]): string => values.filter((value) => !isOnce || value !== '').join(' ')
  return {
    what: `${what}, sorted by ${tri}`,
    path: withQuery(path, `tri=-${tri}`),
    parts: ['export'],
    read: async (page, asker) => {
      const { length } = await asked.sortedBy(asker, kind, question, order)
      return said((await exportedCells(page, length)).map((cells) => read(cells[column] ?? '')))
    },
    ask: async (asker) => said(await asked.sortedBy(asker, kind, question, order)),
  }
}

/** « 1234,56 » as cents; of an empty cell nothing. */
export const cents = (cell: string): string => cell.replace(',', '').replace(/^0+(?=\d)/, '')

const REQUESTED = ['nouvelle', 'prise', 'repondue'] as const
/** « Demandes » (DAY-05), by state. */
export const requests: Check[] = REQUESTED.flatMap((etat) => {
  const path = etat === 'nouvelle' ? '/manager/demandes' : `/manager/demandes?etat=${etat}`
  const one: Check = {
    what: `customers’ requests, ${etat}`,
    path,
    parts: ['list', 'count'],
    read: async (page, asker) => {
      const { length } = await answers.ids(asker, asked.requests(etat))
      const { count, ids } = await scrolled(page, length)
      const segment = { nouvelle: /^Nouvelles \d+$/, prise: /^Prises \d+$/, repondue: /^Répondues \d+$/ }[etat]
      return { count, said: await numberIn(page, segment), ids }
    },
    ask: async (asker) => {
      const ids = await answers.ids(asker, asked.requests(etat))
      return { count: ids.length, said: ids.length, ids }
    },
  }
  const list: WholeList = {
    what: `customers’ requests, ${etat}`,
    path,
    kind: 'demande',
    question: asked.requests(etat),
    columns: [0, 5],
  }
  return [one, ...wholeList(list, etat === 'nouvelle' ? ['bernard'] : [])]
})

const euros = (text: string): number => Number(text.replace(/[^\d,]/g, '').replace(',', ''))
const OWED_COLUMNS = [0, 1, 2, 3, 6, 8, 9] as const
/** « Restes à payer » (DAY-06): number and sum, the orders, their file, and for the office the sums by commercial and agency. */
export const owed = (office: boolean): Check[] => [
  {
    what: 'what customers owe, its number and sum',
    path: '/manager/encaissements',
    parts: ['count'],
    read: async (page) => {
      const text = await page
        .locator('main')
        .getByText(/^[\d\s]+ commandes? · /)
        .first()
        .innerText(LATE)
      const [orders = '', left = ''] = text.split(' · ')
      return { orders: wholeNumber(orders), left: euros(left) }
    },
    ask: asked.owed,
  },
  {
    what: 'what customers owe, order by order',
    path: office ? '/manager/encaissements?par=commande' : '/manager/encaissements',
    parts: ['list'],
    read: async (page, asker) => scrolled(page, (await answers.ids(asker, asked.OWED)).length),
    ask: (asker) => answers.listed(asker, asked.OWED),
  },
  {
    what: 'what customers owe, its file',
    path: '/manager/encaissements',
    parts: ['export'],
    read: async (page) => {
      const rows = await exportedCells(page, 1)
      return linesOf(rows.slice(0, -1), OWED_COLUMNS)
    },
    ask: (asker) => asked.owedLines(asker),
  },
  // Orders are of clients whose number ends with 1 or 6.
  ...['lefevre', office ? 'collègue 12' : 'd 2020', NOTHING].map((typed) => ({
    what: `what customers owe, search « ${typed} »`,
    path: `/manager/encaissements?${office ? 'par=commande&' : ''}q=${encodeURIComponent(typed)}`,
    parts: ['search', 'export'] as const,
    ...whyEmpty(typed),
    read: async (page: Page, asker: answers.Asker) => {
      const { length } = await asked.owedLines(asker, typed)
      // Its last line is the total.
      return linesOf((await exportedCells(page, length)).slice(0, -1), OWED_COLUMNS)
    },
    ask: (asker: answers.Asker) => asked.owedLines(asker, typed),
  })),
  ...(office ? (['responsable', 'agence'] as const) : []).map((by) => ({
    what: `what customers owe, by ${by}`,
    path: by === 'agence' ? '/manager/encaissements?par=agence' : '/manager/encaissements',
    parts: ['list'] as const,
    read: async (page: Page, asker: answers.Asker) => {
      const rows = 'section[aria-label="Restes à payer"] tbody tr'
      await drawn(page.locator(rows), (await asked.owedBy(asker, by)).length)
      const cells = await page.evaluate<string[][]>(
        `[...document.querySelectorAll('${rows}')].map((row) => [...row.children].map((cell) => cell.textContent))`,
      )
      return cells
        .map(([name, orders = '', , , left = '', over = '']) =>
          [name, wholeNumber(orders), euros(left), euros(over)].join(' | '),
        )
        .sort()
    },
    ask: (asker: answers.Asker) => asked.owedBy(asker, by),
  })),
]

/** Presses « Afficher la suite » until « Comptes rendus » has read them all and says how many there are. */
async function wholeReports(page: Page, expected: number): Promise<Listed> {
  if (expected === 0) {
    await page
      .getByText(/^(Aucun|Rien|Vous n’avez)/)
      .first()
      .waitFor(LATE)
    return { count: 0, ids: [] }
  }
  const all = page.locator('main').getByText(/^[\d\s]+ comptes? rendus?$/)
  const more = page.locator('main').getByRole('button', { name: 'Afficher la suite' })
  for (;;) {
    await all.or(more).first().waitFor(LATE)
    if ((await all.count()) > 0) break
    await more.click()
    await page.waitForTimeout(200)
  }
  return { count: wholeNumber(await all.first().innerText()), ids: await linked(page, 'main', /soumission=([^&]+)/) }
}

const reportList = (what: string, query: string, question: string, why?: string): Check => ({
  what,
  path: `/manager/comptes-rendus?${query}`,
  parts: ['list', 'count'],
  ...empty(why),
  read: async (page, asker) => wholeReports(page, (await answers.ids(asker, question)).length),
  ask: (asker) => answers.listed(asker, question),
})
const since = addDays(today('Europe/Paris'), -30)

/** « Comptes rendus » (DAY-11): mine, and those that I may see by their words and by a period. */
const pastReports = (mayBeEmpty: string | undefined): Check[] => [
  reportList('past reports, mine', 'qui=moi', asked.reports({ mine: true }), mayBeEmpty),
  reportList('past reports, all, of a month', `qui=tous&du=${since}`, asked.reports({ mine: false, from: since })),
  reportList(
    'past reports, all, search « dupont » of a month',
    `qui=tous&du=${since}&q=dupont`,
    asked.reports({ mine: false, from: since, words: 'dupont' }),
    'of one month few are about one name',
  ),
  reportList(
    'past reports, all, search of nothing',
    'qui=tous&q=introuvable',
    asked.reports({ mine: false, words: 'introuvable' }),
    'nothing is called so',
  ),
  // Of all years and people, whose rows fill hundreds of pages: their file has them all.
  ...[undefined, 'dupont'].map((typed): Check => {
    const question = asked.reports({ mine: false, ...(typed === undefined ? {} : { words: typed }) })
    return {
      what: `past reports, all, ${typed === undefined ? 'their file' : `search « ${typed} », its file`}`,
      path: `/manager/comptes-rendus?qui=tous${typed === undefined ? '' : `&q=${typed}`}`,
      parts: typed === undefined ? ['export'] : ['search', 'export'],
      read: async (page, asker) => {
        const { length } = await asked.fileLines(asker, 'report', question)
        return linesOf(await exportedCells(page, length), [1, 2])
      },
      ask: (asker) => asked.fileLines(asker, 'report', question),
    }
  }),
]

const month = today('Europe/Paris').slice(0, 7)
const absences = (team: boolean): Check => ({
  what: `absences of this month, ${team ? 'the team’s' : 'mine'}`,
  path: `/manager/absences?qui=${team ? 'equipe' : 'moi'}`,
  parts: ['list'],
  read: async (page) => {
    await page.locator('main li a').first().waitFor(LATE)
    return linked(page, 'main li', /\/manager\/absence\/([^/?]+)/)
  },
  ask: (asker) => asked.absences(asker, month, team),
})

const notices: Check = {
  what: 'notices',
  path: '/manager/notifications',
  parts: ['list', 'count'],
  read: async (page) => {
    const unread = await numberIn(page, /^[\d\s]+ non lues?$/)
    await unfold(page)
    return { unread, rows: await page.locator('main ul li').count() }
  },
  ask: asked.told,
}

const savedFilters: Check = {
  what: 'saved filters of a list',
  path: '/manager/equipe',
  parts: [],
  read: async (page) => {
    await page.getByRole('button', { name: 'Filtres enregistrés' }).click(LATE)
    const dialog = page.getByRole('dialog')
    await dialog.locator('li').first().waitFor(LATE)
    const names = await dialog.locator('li > button:first-child').allInnerTexts()
    await page.keyboard.press('Escape')
    return names.map((name) => name.trim()).sort()
  },
  ask: (asker) => asked.savedFilters(asker, 'equipe'),
}

export const OLDER_TODO = 'Chercher les plus anciens'

/** Of RAF the file, of a year, of all, and of what a search finds. */
const todoFiles = (debriefs: boolean, mayBeEmpty: string | undefined): Check[] => {
  const file = (what: string, { from = answers.YEAR, typed = '' }: { from?: string; typed?: string }): Check => {
    const ask = (asker: answers.Asker) => asked.todoLines(asker, answers.todo(debriefs, from), typed)
    return {
      what: `RAF of ${what}`,
      path: typed === '' ? '/manager/raf' : `/manager/raf?q=${encodeURIComponent(typed)}`,
      parts: typed === '' ? ['export'] : ['search', 'export'],
      ...whyEmpty(typed, mayBeEmpty),
      read: async (page, asker) => {
        if (from === answers.EVER) await showOlder(page, OLDER_TODO)
        return linesOf(await exportedCells(page, (await ask(asker)).length), [1, 2, 3, 4])
      },
      ask,
    }
  }
  return [
    file('a year, its file', {}),
    file('all years, its file', { from: answers.EVER }),
    ...['visite', NOTHING].map((typed) => file(`a year, search « ${typed} »`, { typed })),
  ]
}

/** Presses the button that reads older rows, and waits until it is gone: the list is then of all years. */
export async function showOlder(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name })
  await button.click(LATE)
  await button.waitFor({ state: 'detached', ...LATE })
}

/** The team’s file, and what its search finds. */
const teamFiles: Check[] = ['', 'collègue 1', 'collegue.1', NOTHING].map((typed) => ({
  what: `the team, ${typed === '' ? 'its file' : `search « ${typed} »`}`,
  path: typed === '' ? '/manager/equipe' : `/manager/equipe?q=${encodeURIComponent(typed)}`,
  parts: typed === '' ? (['export'] as const) : (['search', 'export'] as const),
  ...whyEmpty(typed),
  read: async (page: Page, asker: answers.Asker) =>
    linesOf(await exportedCells(page, (await asked.teamLines(asker, typed)).length), [0, 2, 6]),
  ask: (asker: answers.Asker) => asked.teamLines(asker, typed),
}))

/** The number that a long list says of itself, as assistive technology is told. */
const sizeOfList = async (page: Page, expected: number): Promise<number> => (await scrolled(page, expected)).count

/** The price list (SET-08): its articles by family and reference, what a word finds in them, and its file, which has the archived ones too. */
export const prices: Check[] = [
  ...['', 'volet', 't-01', NOTHING].map((typed): Check => {
    const ask = async (asker: answers.Asker) => {
      const { length } = await answers.ids(asker, asked.articles({ typed }))
      return { count: length, said: length }
    }
    return {
      what: `the price list${typed === '' ? '' : `, search « ${typed} »`}`,
      path: typed === '' ? '/manager/tarifs' : `/manager/tarifs?q=${encodeURIComponent(typed)}`,
      parts: typed === '' ? ['list', 'count'] : ['search', 'count'],
      ...whyEmpty(typed),
      read: async (page, asker) => {
        const { count } = await ask(asker)
        const found = page.locator('main').getByText(/^(Aucun article trouvé|\d[\d\s]* articles?)/)
        const text = await found.first().innerText(LATE)
        return { count: await sizeOfList(page, count), said: text.startsWith('Aucun') ? 0 : wholeNumber(text) }
      },
      ask,
    }
  }),
  {
    what: 'the price list, its file',
    path: '/manager/tarifs',
    parts: ['export'],
    read: async (page) => linesOf(await exportedCells(page, 1, { name: 'Exporter' }), [0, 1, 2, 5]),
    ask: (asker) => asked.fileLines(asker, 'article', asked.articles({ all: true })),
  },
]

/** The most rows of each kind in the search over everything. */
const SHOWN = 6
/** The search over everything (Ctrl+K), from any screen: all that one client leads to, a common name, a quote's number, a word of journals. */
export const everywhere: Check[] = [
  {
    what: 'the search over everything, a client’s number',
    path: '/manager',
    parts: ['search'],
    read: async (page, asker) => {
      const { id, phone } = await answers.clientToFind(asker)
      return (await foundEverywhere(page, phone, (await answers.optionsOf(asker, id)).length)).options
    },
    ask: async (asker) => answers.optionsOf(asker, (await answers.clientToFind(asker)).id),
  },
  {
    what: 'the search over everything, a common name',
    path: '/manager',
    parts: ['search', 'count'],
    read: async (page, asker) => {
      const { options, titles } = await foundEverywhere(page, 'martin', SHOWN)
      const ids = options.flatMap((one) => (one.startsWith('client-') ? [one.slice('client-'.length)] : []))
      const named = `(${answers.matching('martin')}) and "IDCLIENT" = any(array['${ids.join(`','`)}'])`
      return {
        shown: ids.length,
        right: await answers.clientCount(asker, named),
        // Its blank before the colon is one that does not break.
        title: titles.find((title) => title.startsWith('Clients'))?.replace(/\s/g, ' '),
      }
    },
    ask: async (asker) => {
      const all = await answers.clientCount(asker, answers.matching('martin'))
      const shown = Math.min(SHOWN, all)
      return { shown, right: shown, title: all > SHOWN ? `Clients : les ${SHOWN} premiers` : 'Clients' }
    },
  },
  {
    what: 'the search over everything, a quote’s number',
    path: '/manager',
    parts: ['search'],
    read: async (page, asker) => (await foundEverywhere(page, (await lastQuote(asker)).number, 1)).options,
    ask: async (asker) => [`devis-${(await lastQuote(asker)).id}`],
  },
  {
    what: 'the search over everything, a word of journals',
    path: '/manager',
    parts: ['search'],
    read: async (page, asker) => {
      const { length } = await answers.ids(asker, answers.journalOptions(JOURNAL_WORD))
      return (await foundEverywhere(page, JOURNAL_WORD, length)).options
    },
    ask: (asker) => answers.ids(asker, answers.journalOptions(JOURNAL_WORD)),
  },
]

async function lastQuote(asker: answers.Asker): Promise<{ id: string; number: string }> {
  const [found] = await answers.rows<{ id: string; number: string }>(
    asker,
    `select "IDDEVIS" as id, "NUMERO_DEVIS" as number from d where "NUMERO_DEVIS" like 'D-2020-%' order by "NUMERO_DEVIS" desc limit 1`,
  )
  if (!found) throw new Error('No quote with a number')
  return found
}

const MY_REPORTS = `select "IDSOUMISSION" as id from s where "IDPERSONNEL" = $1`

/** What every role has besides `screens.ts`. */
export const everybody = ({
  debriefs,
  directs = false,
  noTodo,
  noReports,
}: {
  /** Whether this person debriefs appointments. */
  debriefs: boolean
  /** Sees the team's absences. */
  directs?: boolean
  /** Why this person has no past appointments without a debrief. */
  noTodo?: string | undefined
  /** Why this person has written no reports. */
  noReports?: string | undefined
}): Check[] => [
  ...everywhere,
  ...todoFiles(debriefs, noTodo),
  ...wholeList(
    {
      what: 'my reports',
      path: '/manager/rapport',
      kind: 'report',
      question: MY_REPORTS,
      columns: [1, 2],
      ...empty(noReports),
    },
    ['bernard'],
  ),
  ...pastReports(noReports),
  ...teamFiles,
  absences(false),
  ...(directs ? [absences(true)] : []),
  notices,
  savedFilters,
]
