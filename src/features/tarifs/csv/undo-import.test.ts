import { describe, expect, it } from 'vitest'
import { article as entity } from '../../../../schemas/entities/article.ts'
import { newRecord } from '../../../../schemas/entity.ts'
import type { Article } from '../../../../schemas/rules/articles.ts'
import { planImport, proposeColumns, tableOf } from './import-plan.ts'
import { importedArticles, type KeptImport, planUndo, undoneIds } from './undo-import.ts'

const one = (values: Partial<Article>): Article =>
  ({ ...newRecord(entity as never, {}), LIBELLE: 'Fenêtre', PRIX_HT: 45_000, ...values }) as Article
const TABLE = [
  ['Référence', 'Libellé', 'Prix HT', 'Unité', 'Options'],
  ['FEN', 'Fenêtre', '500', '', 'POSE'],
  ['PORTE', 'Porte', '900', 'u', ''],
  ['POSE', 'Pose', '80', '', ''],
]
const BEFORE = [one({ id: 'fen', REFERENCE: 'FEN', UNITE: 'u' }), one({ id: 'vieux', REFERENCE: 'VIEUX' })]
const planned = (articles: readonly Article[], undone: ReadonlySet<string> = new Set()) =>
  planImport({
    table: TABLE,
    columns: proposeColumns(tableOf(TABLE).headings, {}),
    articles,
    rates: [],
    undone,
    idOf: (reference) => `new-${reference.toLowerCase()}`,
  }).rows
const rows = planned(BEFORE)
const done = importedArticles(rows, BEFORE)

/** The price list once the import was sent, with what people have changed since. */
const since = (...changes: Partial<Article>[]): Map<string, Article> => {
  const list = new Map(BEFORE.map((article) => [article.id, article]))
  for (const { id, fate, values } of rows)
    list.set(id, (fate === 'create' ? newRecord(entity as never, values) : { ...list.get(id), ...values }) as Article)
  for (const change of changes)
    list.set(change.id as string, { ...(list.get(change.id as string) as Article), ...change })
  return list
}
const undo = (current: ReadonlyMap<string, Article>) => {
  const { rows, left } = planUndo(done, current)
  return { steps: rows.map(({ id, values }) => [id, values]), left: left.map(({ id, why }) => `${id} ${why}`) }
}

describe('the undo of an import of the price list', () => {
  it('[SET-09 undo] (catalogue) archives what it made, and gives what it changed its former values', () => {
    expect(undo(since())).toEqual({
      steps: [
        ['fen', { PRIX_HT: 45_000, UNITE: 'u', OPTIONS: [] }],
        ['new-porte', { ARCHIVE: 1 }],
        ['new-pose', { ARCHIVE: 1 }],
      ],
      left: [],
    })
  })

  it('[SET-09 undo] (catalogue) leaves what somebody changed or used since, and names it', () => {
    const changes = [
      { id: 'fen', PRIX_HT: 52_000 },
      { id: 'new-porte', DESCRIPTION: 'Chêne' },
      { id: 'vieux', OPTIONS: ['new-pose'] },
    ]
    expect(undo(since(...changes))).toEqual({
      steps: [['fen', { UNITE: 'u', OPTIONS: [] }]],
      left: ['fen modifie', 'new-porte modifie', 'new-pose utilise'],
    })
    // An article that stays keeps its options; one that is archived keeps nothing.
    expect(undo(since({ id: 'new-porte', LIBELLE: 'Porte chêne', OPTIONS: ['new-pose'] })).left).toEqual([
      'new-porte modifie',
      'new-pose utilise',
    ])
    expect(undo(since({ id: 'vieux', OPTIONS: ['new-pose'], ARCHIVE: 1 })).left).toEqual([])
    expect(undo(since({ id: 'new-pose', PHOTO: '/articles/new-pose/photo/x' })).left).toEqual(['new-pose modifie'])
  })

  it('[SET-09 undo] (catalogue) of an import that stopped, or of an undo that did, does the rest', () => {
    const begun = new Map(BEFORE.map((article) => [article.id, article]))
    expect(undo(begun)).toEqual({ steps: [], left: [] })
    const half = since({ id: 'new-pose', ARCHIVE: 1 }, { id: 'fen', PRIX_HT: 45_000, UNITE: 'u', OPTIONS: [] })
    expect(undo(half)).toEqual({ steps: [['new-porte', { ARCHIVE: 1 }]], left: [] })
  })

  it('[SET-09 undo] (catalogue) the same file restores what its undo archived, but not what a person archived', () => {
    const undone = since(
      { id: 'new-porte', ARCHIVE: 1 },
      { id: 'new-pose', ARCHIVE: 1 },
      { id: 'fen', PRIX_HT: 45_000, UNITE: 'u', OPTIONS: [] },
    )
    const kept = (isUndone: boolean): KeptImport => ({ id: 'i', name: 'x.csv', at: '', isUndone, articles: done })
    const again = planned([...undone.values()], undoneIds([kept(true)]))
    expect(again.map(({ fate, values }) => [fate, values])).toEqual([
      ['update', { PRIX_HT: 50_000, UNITE: null, OPTIONS: ['new-pose'] }],
      ['update', { ARCHIVE: 0 }],
      ['update', { ARCHIVE: 0 }],
    ])
    // A later import has them.
    expect([...undoneIds([kept(false), kept(true)])]).toEqual([])
    expect(planned([...undone.values()]).map(({ fate }) => fate)).toEqual(['update', 'same', 'same'])
  })
})
