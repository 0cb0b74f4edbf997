import type { Page } from 'playwright'
import { addDays, today } from '../../schemas/dates.ts'
import * as answers from './answers.ts'
import type { Check } from './check.ts'
import * as asked from './list-answers.ts'
import { exportedCells, type Listed, linesOf, linked, numberIn, scrolled, unfold, wholeNumber } from './reading.ts'

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
}

const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`

/** Its file, and its search by a name, by two words and by what nothing is called. */
export const wholeList = ({ what, path, kind, question, columns }: WholeList, words = WORDS): Check[] => [
  {
    what: `${what}, its file`,
    path,
    read: async (page, asker) => {
      const { length } = await asked.fileLines(asker, kind, question)
      return linesOf(await exportedCells(page, length), columns)
    },
    ask: (asker) => asked.fileLines(asker, kind, question),
  },
  ...words.map((typed) => ({
    what: `${what}, search « ${typed} »`,
    path: withQuery(path, `q=${encodeURIComponent(typed)}`),
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
const WORDS = ['bernard', 'roux bron', 'personne ainsi']

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
    read: async (page, asker) => scrolled(page, (await answers.ids(asker, asked.OWED)).length),
    ask: (asker) => answers.listed(asker, asked.OWED),
  },
  {
    what: 'what customers owe, its file',
    path: '/manager/encaissements',
    read: async (page) => {
      const rows = await exportedCells(page, 1)
      return linesOf(rows.slice(0, -1), OWED_COLUMNS)
    },
    ask: asked.owedLines,
  },
  ...(office ? (['responsable', 'agence'] as const) : []).map((by) => ({
    what: `what customers owe, by ${by}`,
    path: by === 'agence' ? '/manager/encaissements?par=agence' : '/manager/encaissements',
    read: async (page: Page) => {
      const rows = 'section[aria-label="Restes à payer"] tbody tr'
      await page.locator(rows).first().waitFor(LATE)
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

const reportList = (what: string, query: string, question: string): Check => ({
  what,
  path: `/manager/comptes-rendus?${query}`,
  read: async (page, asker) => wholeReports(page, (await answers.ids(asker, question)).length),
  ask: (asker) => answers.listed(asker, question),
})
const since = addDays(today('Europe/Paris'), -30)

/** « Comptes rendus » (DAY-11): mine, and those that I may see by their words and by a period. */
const pastReports: Check[] = [
  reportList('past reports, mine', 'qui=moi', asked.reports({ mine: true })),
  reportList('past reports, all, of a month', `qui=tous&du=${since}`, asked.reports({ mine: false, from: since })),
  reportList(
    'past reports, all, search « dupont » of a month',
    `qui=tous&du=${since}&q=dupont`,
    asked.reports({ mine: false, from: since, words: 'dupont' }),
  ),
  reportList(
    'past reports, all, search of nothing',
    'qui=tous&q=introuvable',
    asked.reports({ mine: false, words: 'introuvable' }),
  ),
]

const month = today('Europe/Paris').slice(0, 7)
const absences = (team: boolean): Check => ({
  what: `absences of this month, ${team ? 'the team’s' : 'mine'}`,
  path: `/manager/absences?qui=${team ? 'equipe' : 'moi'}`,
  read: async (page) => {
    await page.locator('main li a').first().waitFor(LATE)
    return linked(page, 'main li', /\/manager\/absence\/([^/?]+)/)
  },
  ask: (asker) => asked.absences(asker, month, team),
})

const notices: Check = {
  what: 'notices',
  path: '/manager/notifications',
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

/** The file of RAF of a year. */
const todoFile = (debriefs: boolean): Check => ({
  what: 'RAF of a year, its file',
  path: '/manager/raf',
  read: async (page, asker) =>
    linesOf(
      await exportedCells(page, (await asked.todoLines(asker, (from) => answers.todo(debriefs, from))).length),
      [1, 2, 3, 4],
    ),
  ask: (asker) => asked.todoLines(asker, (from) => answers.todo(debriefs, from)),
})

const MY_REPORTS = `select "IDSOUMISSION" as id from s where "IDPERSONNEL" = $1`

/** What every role has besides `screens.ts`. @param debriefs whether this person debriefs appointments; `directs`, whether they see the team's absences */
export const everybody = ({ debriefs, directs = false }: { debriefs: boolean; directs?: boolean }): Check[] => [
  todoFile(debriefs),
  ...wholeList(
    { what: 'my reports', path: '/manager/rapport', kind: 'report', question: MY_REPORTS, columns: [1, 2] },
    ['bernard'],
  ),
  ...pastReports,
  absences(false),
  ...(directs ? [absences(true)] : []),
  notices,
  savedFilters,
]
