// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { article } from '../../../schemas/entities/article.ts'
import { newRecord } from '../../../schemas/entity.ts'
import type { Article } from '../../../schemas/rules/articles.ts'
import { theme } from '../../ui/theme.ts'
import type { DraftLigne } from './lignes.ts'
import { LignesEditor } from './lignes-editor.tsx'

/** The price list in the form of a quote. */

const fake = vi.hoisted(() => ({
  articles: [] as unknown[],
  rates: [] as { id: string; TAUX: number; ARCHIVE: 0 | 1 }[],
}))
const archive = (...ids: string[]): void => {
  fake.rates = fake.rates.map((rate) => (ids.includes(rate.id) ? { ...rate, ARCHIVE: 1 } : rate))
}
vi.mock('../../data/records/use-articles.ts', () => ({ useArticles: () => fake.articles }))
vi.mock('../../data/records/use-references.ts', () => ({ useReferences: () => fake.rates }))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveList: () => fake.rates }))
vi.mock('../../data/records/use-offered.ts', () => ({
  useOffered: () => fake.rates.filter(({ ARCHIVE }) => ARCHIVE !== 1),
}))

const one = (values: Partial<Article>): Article =>
  ({ ...newRecord(article as never, {}), PRIX_HT: 100, ...values }) as Article

beforeEach(() => {
  startsOpen = false
  // jsdom has none.
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  fake.rates = [
    { id: 'v20', TAUX: 2000, ARCHIVE: 0 },
    { id: 'v10', TAUX: 1000, ARCHIVE: 0 },
    { id: 'v5', TAUX: 550, ARCHIVE: 0 },
  ]
  fake.articles = [
    one({
      id: 'fen',
      FAMILLE: 'Fenêtres',
      REFERENCE: 'FEN-1',
      LIBELLE: 'Fenêtre PVC',
      DESCRIPTION: 'Double vitrage',
      UNITE: 'u',
      PRIX_HT: 45_000,
      IDTVA: 'v20',
      IDTVA_RENOVATION: 'v10',
      IDTVA_ENERGIE: 'v5',
      OPTIONS: ['pose', 'old'],
    }),
    one({
      id: 'pose',
      FAMILLE: 'Pose',
      REFERENCE: 'POSE',
      LIBELLE: 'Dépose et pose',
      UNITE: 'forfait',
      PRIX_HT: 18_000,
    }),
    one({ id: 'porte', FAMILLE: 'Portes', REFERENCE: 'POR', LIBELLE: 'Porte', UNITE: 'u', PRIX_HT: 90_000 }),
    one({ id: 'old', FAMILLE: 'Pose', REFERENCE: 'OLD', LIBELLE: 'Ancien forfait', ARCHIVE: 1 }),
  ]
})

let lines: readonly DraftLigne[] = []
let startsOpen = false
function Form() {
  const [own, setOwn] = useState<DraftLigne[]>([])
  lines = own
  return <LignesEditor lines={own} onChange={setOwn} startWithArticles={startsOpen} />
}
const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <Form />
    </MantineProvider>,
  )
let taps = 0
// Not by role: jsdom computes the style of every element for it, which costs seconds in a whole form.
const button = (name: string): HTMLElement => screen.queryByLabelText(name) ?? screen.getByText(name)
const tap = (name: string): void => {
  taps += 1
  fireEvent.click(button(name))
}
const choose = (situation: string): void => void fireEvent.click(screen.getByLabelText(situation))
const type = (words: string): void =>
  void fireEvent.change(screen.getByLabelText('Rechercher dans les tarifs'), { target: { value: words } })
const listOf = (name: string): Element | null => document.querySelector(`ul[aria-label="${name}"]`)
const offeredIn = (list: string): string[] =>
  [...(listOf(list)?.querySelectorAll('button') ?? [])]
    .map((each) => each.getAttribute('aria-label') ?? '')
    .filter((name) => name.startsWith('Ajouter'))

it('[SET-08 quote] three lines take six taps at most from the project’s page, each a copy with label, description, unit, price and rate', () => {
  // « Nouveau devis » is the first tap: it opens the form with the price list over it; « Enregistrer » is the last one.
  startsOpen = true
  show()
  taps = 1
  expect(offeredIn('Tarifs')).toEqual(['Ajouter : Fenêtre PVC', 'Ajouter : Dépose et pose', 'Ajouter : Porte'])
  tap('Ajouter : Fenêtre PVC')
  tap('Ajouter : Dépose et pose')
  tap('Ajouter : Porte')
  tap('Terminé')
  expect(taps + 1).toBeLessThanOrEqual(6)
  const [window1, fitting, door] = lines
  expect(window1).toEqual({
    id: expect.any(String),
    LIBELLE: 'Fenêtre PVC',
    DESCRIPTION: 'Double vitrage',
    UNITE: 'u',
    QUANTITE: 1,
    PRIX_UNITAIRE_HT: 45_000,
    TAUX_TVA: 1000,
  })
  // It names no rate: the highest one, not that of the line before it.
  expect(fitting).toMatchObject({
    LIBELLE: 'Dépose et pose',
    UNITE: 'forfait',
    PRIX_UNITAIRE_HT: 18_000,
    TAUX_TVA: 2000,
  })
  expect(new Set(lines.map(({ id }) => id)).size).toBe(3)
  expect(door).toMatchObject({ LIBELLE: 'Porte', QUANTITE: 1, PRIX_UNITAIRE_HT: 90_000 })
  expect(document.querySelector('[role="dialog"]')).toBeNull()
})

it('[SET-08 rates] a rate that the director archived goes into no new line: the next higher one of the article does', () => {
  archive('v10')
  show()
  tap('Choisir dans les tarifs')
  tap('Ajouter : Fenêtre PVC')
  expect(lines.map(({ TAUX_TVA }) => TAUX_TVA)).toEqual([2000])
  // The rate itself is offered still, by another entry of the list.
  fake.rates = [...fake.rates, { id: 'dix', TAUX: 1000, ARCHIVE: 0 }]
  tap('Ajouter : Porte')
  tap('Ajouter : Fenêtre PVC')
  expect(lines.map(({ LIBELLE, TAUX_TVA }) => [LIBELLE, TAUX_TVA])).toEqual([
    ['Fenêtre PVC', 2000],
    ['Porte', 2000],
    ['Fenêtre PVC', 1000],
  ])
})

it('[SET-08 rates] an article of which no rate is offered takes the highest rate, never the one of the line before', () => {
  archive('v20')
  show()
  tap('Choisir dans les tarifs')
  choose('Énergie')
  tap('Ajouter : Fenêtre PVC')
  choose('Neuf')
  tap('Ajouter : Fenêtre PVC')
  // It names no rate at all.
  tap('Ajouter : Porte')
  expect(lines.map(({ LIBELLE, TAUX_TVA }) => [LIBELLE, TAUX_TVA])).toEqual([
    ['Fenêtre PVC', 550],
    ['Fenêtre PVC', 1000],
    ['Porte', 1000],
  ])
})

it('[SET-08 rates] an article without a rate takes the highest one, first or after a line of another rate, and its line says so', () => {
  show()
  tap('Choisir dans les tarifs')
  choose('Énergie')
  tap('Ajouter : Porte')
  tap('Ajouter : Fenêtre PVC')
  tap('Ajouter : Dépose et pose')
  tap('Terminé')
  expect(lines.map(({ LIBELLE, TAUX_TVA }) => [LIBELLE, TAUX_TVA])).toEqual([
    ['Porte', 2000],
    ['Fenêtre PVC', 550],
    ['Dépose et pose', 2000],
  ])
  const said = [...document.querySelectorAll('[data-line]')].map((each) => each.textContent?.includes('TVA à vérifier'))
  expect(said).toEqual([true, false, true])
})

it('[SET-08 rates] the usual rate is not taken in place of one that is archived, while a higher one is offered', () => {
  fake.articles = [one({ id: 'fen', REFERENCE: 'FEN-1', LIBELLE: 'Fenêtre PVC', IDTVA: 'v5' })]
  archive('v5')
  show()
  tap('Choisir dans les tarifs')
  tap('Ajouter : Fenêtre PVC')
  expect(lines.map(({ TAUX_TVA }) => TAUX_TVA)).toEqual([2000])
})

it('[SET-08 quote] quantities by steppers: one more, one less, and none takes the line out', () => {
  show()
  tap('Choisir dans les tarifs')
  tap('Ajouter : Fenêtre PVC')
  tap('Ajouter : Porte')
  tap('Un de plus : Fenêtre PVC')
  // The row itself does the same.
  tap('Ajouter : Fenêtre PVC')
  expect(lines.map(({ LIBELLE, QUANTITE }) => [LIBELLE, QUANTITE])).toEqual([
    ['Fenêtre PVC', 3],
    ['Porte', 1],
  ])
  tap('Un de moins : Porte')
  tap('Un de moins : Fenêtre PVC')
  expect(lines.map(({ LIBELLE, QUANTITE }) => [LIBELLE, QUANTITE])).toEqual([['Fenêtre PVC', 2]])
  expect(screen.queryByLabelText('Un de moins : Porte')).toBeNull()
})

it('[MGR-20] (quote) a new line shows no error before a field was left, and then only that field’s', () => {
  show()
  tap('Ajouter une ligne')
  const errors = () => [...document.querySelectorAll('.mantine-InputWrapper-error')].map((each) => each.textContent)
  expect(errors()).toEqual([])
  const [label] = screen.getAllByLabelText(/Libellé/)
  fireEvent.blur(label as HTMLElement)
  expect(errors()).toEqual(['Ce champ est requis'])
})

it('[SET-08 quote] the situation of the works gives the rate; options are offered once their article is there, archived ones never', () => {
  show()
  tap('Choisir dans les tarifs')
  choose('Énergie')
  expect(listOf('Options de Fenêtre PVC')).toBeNull()
  tap('Ajouter : Fenêtre PVC')
  expect(offeredIn('Options de Fenêtre PVC')).toEqual(['Ajouter l’option : Dépose et pose'])
  tap('Ajouter l’option : Dépose et pose')
  choose('Neuf')
  tap('Ajouter : Fenêtre PVC')
  expect(lines.map(({ LIBELLE, TAUX_TVA }) => [LIBELLE, TAUX_TVA])).toEqual([
    ['Fenêtre PVC', 550],
    ['Dépose et pose', 2000],
    ['Fenêtre PVC', 2000],
  ])
})

it('[SET-08 quote] is searched by family, reference and label', () => {
  show()
  tap('Choisir dans les tarifs')
  for (const words of ['fen1', 'pvc', 'fenetres']) {
    type(words)
    expect(offeredIn('Tarifs')).toEqual(['Ajouter : Fenêtre PVC'])
  }
  type('ancien')
  expect(screen.getByText('Aucun article ne correspond.')).toBeTruthy()
})

it('[SET-08 quote] a line does not follow its article, which changes while the form is open', () => {
  const { rerender } = show()
  tap('Choisir dans les tarifs')
  tap('Ajouter : Fenêtre PVC')
  const before = structuredClone(lines)
  fake.articles = fake.articles.map((each) => ({ ...(each as Article), PRIX_HT: 1, LIBELLE: 'Changé', ARCHIVE: 1 }))
  rerender(
    <MantineProvider theme={theme} env="test">
      <Form />
    </MantineProvider>,
  )
  expect(lines).toEqual(before)
})

it('[SET-08 quote] an article whose price changes while the list is open becomes another line: none counts at a price that is not shown', () => {
  const { rerender } = show()
  tap('Choisir dans les tarifs')
  tap('Ajouter : Fenêtre PVC')
  fake.articles = fake.articles.map((each) => ({ ...(each as Article), PRIX_HT: 56_000 }))
  rerender(
    <MantineProvider theme={theme} env="test">
      <Form />
    </MantineProvider>,
  )
  expect(screen.queryByLabelText('Un de plus : Fenêtre PVC')).toBeNull()
  tap('Ajouter : Fenêtre PVC')
  tap('Un de plus : Fenêtre PVC')
  tap('Ajouter : Fenêtre PVC')
  expect(lines.map(({ PRIX_UNITAIRE_HT, QUANTITE }) => [PRIX_UNITAIRE_HT, QUANTITE])).toEqual([
    [45_000, 1],
    [56_000, 3],
  ])
})

it('[SET-08 quote] without any article the form has no button for them', () => {
  fake.articles = []
  show()
  expect(screen.queryByText('Choisir dans les tarifs')).toBeNull()
  expect(button('Ajouter une ligne')).toBeTruthy()
})

it('[SET-08 quote] « − » on a closed line makes it less, never more nor none', () => {
  startsOpen = true
  show()
  tap('Ajouter : Porte')
  tap('Terminé')
  const least = (): boolean => (screen.getByLabelText('Un de moins : ligne 1') as HTMLButtonElement).disabled
  expect(least()).toBe(true)
  tap('Un de plus : ligne 1')
  expect([lines[0]?.QUANTITE, least()]).toEqual([2, false])
  tap('Un de moins : ligne 1')
  expect([lines[0]?.QUANTITE, least()]).toEqual([1, true])
})
