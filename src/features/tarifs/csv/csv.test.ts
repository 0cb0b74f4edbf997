import { describe, expect, it } from 'vitest'
import { csvText } from '../../../../schemas/csv.ts'
import { article as entity } from '../../../../schemas/entities/article.ts'
import { newRecord } from '../../../../schemas/entity.ts'
import { AppError } from '../../../../schemas/errors.ts'
import { rememberedTargets } from '../../../../schemas/headings.ts'
import { type Article, MOST_ARTICLE_ROWS } from '../../../../schemas/rules/articles.ts'
import { COLUMNS, exportRows, HEADER } from './article-csv.ts'
import {
  type ChosenColumns,
  columnsProblem,
  errorRows,
  type ImportPlan,
  planImport,
  proposeColumns,
  tableOf,
} from './import-plan.ts'
import { decodeText, readCsv } from './read-csv.ts'
import { goOn, progressOf, type SendStep, startRun } from './send-import.ts'
import { centsOf, flagOf, hundredthsOf } from './typed-cells.ts'

const one = (values: Partial<Article>): Article =>
  ({ ...newRecord(entity as never, {}), LIBELLE: 'Fenêtre', REFERENCE: 'FEN', PRIX_HT: 45_000, ...values }) as Article
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const latin1 = (text: string): Uint8Array => new Uint8Array([...text].map((sign) => sign.charCodeAt(0)))
const utf16 = (text: string): Uint8Array =>
  new Uint8Array([...`\uFEFF${text}`].flatMap((sign) => [sign.charCodeAt(0) % 256, sign.charCodeAt(0) >> 8]))

const RATES = [
  { id: 'v20', LIBELLE: 'TVA 20 %', TAUX: 2000, ARCHIVE: 0 as const },
  { id: 'old', LIBELLE: 'Ancien 10 %', TAUX: 1000, ARCHIVE: 1 as const },
  { id: 'v10', LIBELLE: 'TVA 10 %', TAUX: 1000, ARCHIVE: 0 as const },
  { id: 'v5', LIBELLE: 'TVA 5,5 %', TAUX: 550, ARCHIVE: 0 as const },
]
const proposedFor = (table: readonly (readonly string[])[]) => proposeColumns(tableOf(table).headings, {})
const plan = (
  table: readonly (readonly string[])[],
  articles: readonly Article[] = [],
  columns: ChosenColumns = proposedFor(table),
): ImportPlan =>
  planImport({
    table,
    columns,
    articles,
    rates: RATES,
    undone: new Set(),
    idOf: (reference) => `new-${reference.toLowerCase().replace(/[^a-z0-9]/g, '')}`,
  })
const fates = ({ rows }: ImportPlan): string[] => rows.map(({ fate, line }) => `${line} ${fate}`)

describe('a CSV file as French spreadsheets write it', () => {
  const table = [
    ['Référence', 'Libellé', 'Prix HT'],
    ['A;1', 'Fenêtre, "blanche"\nà poser', '1 250,50 €'],
  ]
  const written = (separator: string): string =>
    table.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join('\r\n')

  it.each([
    ['Excel in French', written(';'), 'UTF-8', ';'],
    ['Excel with a mark', `\uFEFF${written(';')}\r\n`, 'UTF-8', ';'],
    ['LibreOffice', written(','), 'UTF-8', ','],
    ['text with tabs', written('\t'), 'UTF-8', '\t'],
    ['a named separator', `sep=;\r\n${written(';')}`, 'UTF-8', ';'],
    ['Unix lines', written(';').replaceAll('\r\n', '\n'), 'UTF-8', ';'],
  ])('[SET-08 csv] %s is read', (_name, text, encoding, separator) => {
    const read = readCsv(utf8(text))
    expect(read).toMatchObject({ encoding, separator, isOpen: false })
    expect(read.rows.filter((row) => row.some(Boolean))).toEqual(table)
  })

  it('[SET-08 csv] Windows-1252 and « Texte Unicode » of Excel are told from UTF-8', () => {
    const text = 'Référence;Prix\r\nÉté;5'
    expect(decodeText(latin1(text))).toEqual({ text, encoding: 'Windows-1252' })
    expect(decodeText(utf16(text))).toEqual({ text, encoding: 'UTF-16' })
    expect(decodeText(utf8(`\uFEFF${text}`))).toEqual({ text, encoding: 'UTF-8' })
    expect(readCsv(utf8('a;"b\nc')).isOpen).toBe(true)
  })

  it('[SET-08 csv] amounts are read as the French write them, and never guessed', () => {
    const read: [string, number | null][] = [
      ['1250,5', 125_050],
      ['1 250,50 €', 125_050],
      ['1\u202f250,50\u00a0€', 125_050],
      ['1250.50', 125_050],
      ['1.250,50', 125_050],
      ['1,250.50', 125_050],
      ['0', 0],
      ['5,5 %', 550],
      ['1.250', null],
      ['1,250', null],
      ['12,345', null],
      ['-5', null],
      ['gratuit', null],
      ['1e3', null],
      ['€ 12,50', 1250],
      ['12,50 EUR HT', 1250],
      ['12€50', null],
      ['12€5', null],
      ['4€90 HT', null],
      ['1290€00', null],
      ['8€ 500', null],
      ['5%5', null],
    ]
    for (const [cell, value] of read) {
      expect([cell, hundredthsOf(cell)]).toEqual([cell, value])
      expect([cell, centsOf(cell)]).toEqual([cell, value])
    }
    expect(['Oui', 'x', '', 'non', 'peut-être'].map(flagOf)).toEqual([1, 1, 0, 0, null])
  })

  it('[SET-08 csv] a price that a spreadsheet calculated is rounded to the cent where it is certain; a rate is not', () => {
    const read: [string, number | null][] = [
      ['12.3456', 1235],
      ['12,3449 €', 1234],
      ['12.99999999', 1300],
      ['1250.345', 125_035],
      ['1 250,345', 125_035],
      ['0.345', 35],
      ['12.345', null],
      ['1,250.345', 125_035],
      ['1.250.34', null],
      ['1.250.345', null],
    ]
    for (const [cell, value] of read) expect([cell, centsOf(cell)]).toEqual([cell, value])
    expect(['5.4999 %', '0.345'].map(hundredthsOf)).toEqual([null, null])
    const header = ['Référence', 'Libellé', 'Prix HT']
    const { rows } = plan([header, ['A', 'Pose', '16.6051'], ['B', 'Vis', '16.605'], ['C', 'Clou', 'cher']])
    expect(rows.map(({ values }) => values.PRIX_HT)).toEqual([1661, undefined, undefined])
    expect(rows.flatMap(({ errors }) => errors)).toEqual([
      expect.stringContaining('arrondissez-le à deux décimales'),
      expect.stringContaining('n’est pas un montant'),
    ])
  })
})

describe('export and import of a price list', () => {
  const articles = [
    one({
      id: 'a',
      REFERENCE: '=FEN;1',
      LIBELLE: '+Fenêtre "alu"',
      DESCRIPTION: '-a\n@b',
      FAMILLE: "'=Fenêtres",
      UNITE: 'm²',
      PRIX_HT: 123_456_789,
      IDTVA: 'v20',
      IDTVA_RENOVATION: 'v10',
      IDTVA_ENERGIE: 'v5',
      OPTIONS: ['b', 'c'],
    }),
    one({ id: 'b', REFERENCE: 'POSE', LIBELLE: 'Pose', UNITE: null, PRIX_HT: 5 }),
    one({ id: 'c', REFERENCE: "l'eau", LIBELLE: 'x', ARCHIVE: 1 }),
  ]
  const file = csvText(exportRows(articles, RATES))
  const table = readCsv(utf8(file)).rows

  it('[SET-08 csv] what was exported is read back as the same articles, and a spreadsheet runs none of it', () => {
    expect(fates(plan(table, articles))).toEqual(['2 same', '3 same', '4 same'])
    const elsewhere = plan(table)
    expect(fates(elsewhere)).toEqual(['2 create', '3 create', '4 create'])
    const { id: _, ...values } = elsewhere.rows[0]?.values ?? {}
    const { id: __, PHOTO: ___, ...first } = articles[0] as Article
    expect(values).toEqual({ ...first, OPTIONS: ['new-pose', 'new-leau'] })
    for (const cell of table.flat()) expect(cell).not.toMatch(/^[=+\-@]/)
  })

  it('[SET-08 csv] only what differs is changed; a column that is not there changes nothing, an empty cell clears', () => {
    const { rows } = plan(
      [
        ['Référence', 'Prix HT', 'Unité'],
        ['pose', '6,00', ''],
        ['=FEN;1', '1234567.89', ''],
      ],
      articles,
    )
    expect(rows.map(({ fate, id, values }) => [fate, id, values])).toEqual([
      ['update', 'b', { PRIX_HT: 600 }],
      ['update', 'a', { UNITE: null }],
    ])
  })

  it('[SET-08 price-list] (dry run) each row has its fate, and what is wrong with it in French', () => {
    const table = [
      ['Code', 'Désignation', 'Prix', 'TVA', 'Options', 'Archivé', 'Couleur'],
      ['N1', 'Neuf', '10,00', '10', 'N2', '', 'bleu'],
      ['N2', 'Neuf aussi', '20', 'TVA 5,5 %', '', 'non', ''],
      ['', '', '', '', '', '', ''],
      ['n1', 'Encore', '10', '', '', '', ''],
      ['', 'Sans référence', '10', '', '', '', ''],
      ['N3', '', 'cher', '7', 'N9|N3', 'peut-être', ''],
      ['N4', 'Sans prix', '', '', 'N3', '', ''],
      ['N5', 'Suite', '1', '', 'N4', '', '', 'trop'],
      ['N6', 'Dépend', '1', '', 'N5', '', ''],
    ]
    const { rows, unknown } = plan(table)
    expect(unknown).toEqual(['Couleur'])
    expect(fates({ rows, unknown })).toEqual([
      '2 create',
      '3 create',
      '5 error',
      '6 error',
      '7 error',
      '8 error',
      '9 error',
      '10 error',
    ])
    expect(rows[0]?.values).toEqual({
      id: 'new-n1',
      REFERENCE: 'N1',
      LIBELLE: 'Neuf',
      PRIX_HT: 1000,
      IDTVA: 'v10',
      OPTIONS: ['new-n2'],
      ARCHIVE: 0,
    })
    expect(rows.map(({ errors }) => errors)).toEqual([
      [],
      [],
      ['Cette référence est déjà à la ligne 2'],
      ['Référence : Ce champ est requis'],
      [
        'Prix HT : Le prix n’est pas un montant, comme 1 250,00',
        'TVA : Le taux « 7 » n’est pas dans vos taux de TVA',
        'Options : L’option « N9 » n’existe ni dans vos tarifs, ni dans ce fichier',
        'Options : Un article n’est pas sa propre option',
        'Archivé : « Archivé » vaut oui ou non',
      ],
      ['Prix HT : Ce champ est requis'],
      ['Cette ligne a plus de cellules que l’en-tête'],
      ['Options : une option de cette ligne est elle-même en erreur dans ce fichier'],
    ])
  })

  it('[SET-08 price-list] (dry run) a reference that several articles have is changed in none of them', () => {
    const twins = [one({ id: 'a', REFERENCE: 'T' }), one({ id: 'b', REFERENCE: 't' })]
    expect(plan([HEADER.slice(0, 3), ['', 'T', 'x']], twins).rows[0]?.errors).toEqual([
      'Plusieurs articles ont cette référence',
    ])
  })

  it('[SET-08 price-list] (dry run) an archived article is no double of the one that stays: that one is changed', () => {
    const twins = [one({ id: 'a', REFERENCE: 'T', ARCHIVE: 1 }), one({ id: 'b', REFERENCE: 't' })]
    const table = [HEADER.slice(0, 3), ['', 'T', 'x']]
    expect(plan(table, twins).rows[0]).toMatchObject({ fate: 'update', id: 'b', errors: [] })
    const archived = twins.map((twin) => ({ ...twin, ARCHIVE: 1 as const }))
    expect(plan(table, archived).rows[0]?.errors).toEqual(['Plusieurs articles ont cette référence'])
  })

  it('[SET-08 csv] an export with an article and its archived double is read back as both', () => {
    const twins = [
      one({ id: 'a', REFERENCE: 'T', ARCHIVE: 1, PRIX_HT: 10_000 }),
      one({ id: 'b', REFERENCE: 'T', PRIX_HT: 20_000 }),
    ]
    const exported = readCsv(utf8(csvText(exportRows(twins, RATES)))).rows
    expect(plan(exported, twins).rows).toMatchObject([
      { fate: 'same', id: 'a', errors: [] },
      { fate: 'same', id: 'b', errors: [] },
    ])
    // A second line of either is still one too many.
    const repeated = plan([...exported, ...exported.slice(1)], twins)
    expect(repeated.rows.map(({ fate }) => fate)).toEqual(['same', 'same', 'error', 'error'])
  })

  it.each([
    ['no row', [['Référence']], 'Ce fichier ne contient aucune ligne.'],
    ['nothing', [], 'Ce fichier ne contient aucune ligne.'],
    ['no reference', [['Libellé'], ['x']], 'Choisissez la colonne de la référence'],
    [
      'too many rows',
      [['Référence'], ...Array.from({ length: MOST_ARTICLE_ROWS + 1 }, (_, n) => [`${n}`])],
      'trop de lignes',
    ],
  ])('[SET-08 price-list] (dry run) a file with %s is refused as a whole', (_name, table, message) => {
    expect(() => plan(table)).toThrow(message)
  })

  it('[SET-09 mapping] (catalogue) each column is taken for what was chosen for its heading, else for what it says, each field once', () => {
    const table = [
      ['Code', 'Réf.', 'Intitulé', 'Tarif public', 'Tarif négocié'],
      ['X1', 'FEN', 'Fenêtre', '450', '400'],
    ]
    const { headings } = tableOf(table)
    expect(proposeColumns(headings, {})).toEqual(['REFERENCE', null, null, null, null])
    const chosen: ChosenColumns = [null, 'REFERENCE', 'LIBELLE', null, 'PRIX_HT']
    const { rows, unknown } = plan(table, [], chosen)
    expect(rows[0]).toMatchObject({ fate: 'create', values: { REFERENCE: 'FEN', LIBELLE: 'Fenêtre', PRIX_HT: 40_000 } })
    expect(unknown).toEqual(['Code', 'Tarif public'])
    const remembered = rememberedTargets(headings, chosen)
    expect(proposeColumns(['TARIF NEGOCIE', 'code', 'intitule', 'ref', 'Unité'], remembered)).toEqual([
      'PRIX_HT',
      null,
      'LIBELLE',
      'REFERENCE',
      'UNITE',
    ])
    // Of two columns with one heading, the one that is imported is remembered.
    expect(rememberedTargets(['Prix', 'PRIX'], ['PRIX_HT', null])).toEqual({ prix: 'PRIX_HT' })
  })

  it('[SET-09 mapping] (catalogue) a field comes from one column, and the reference from one of them', () => {
    const none: ChosenColumns = [null, 'LIBELLE']
    expect(columnsProblem(none)).toMatch(/^Choisissez la colonne de la référence/)
    expect(columnsProblem(['REFERENCE', 'LIBELLE', 'LIBELLE'])).toBe('« Libellé » ne peut venir que d’une colonne.')
    expect(columnsProblem(['REFERENCE', null, null])).toBeNull()
  })

  it('[SET-09 import] (catalogue) rows in error come back as a file to correct, which is read again without what was added', () => {
    const table = [
      ['', ''],
      ['Référence', 'Libellé', 'Prix HT'],
      ['A', 'Fenêtre', '450'],
      ['B', 'Porte', 'beaucoup'],
    ]
    const [header, ...wrong] = errorRows(table, plan(table).rows)
    expect(header).toEqual(['Référence', 'Libellé', 'Prix HT', 'Erreur'])
    expect(wrong).toEqual([['B', 'Porte', 'beaucoup', expect.stringContaining('n’est pas un montant')]])
    const corrected = plan([header ?? [], ['B', 'Porte', '12,50', wrong[0]?.[3] ?? '']])
    expect([corrected.unknown, fates(corrected)]).toEqual([['Erreur'], ['2 create']])
  })

  it('names every field that a person writes of an article', () => {
    const written = Object.entries(entity.fields).filter(([, { merge, kind }]) => merge !== 'server' && kind !== 'id')
    expect([...COLUMNS].sort()).toEqual(written.map(([name]) => name).sort())
  })
})

describe('an import that is sent', () => {
  const table = [
    HEADER,
    ...['A', 'B', 'C'].map((name) => [
      '',
      name,
      name,
      '',
      '',
      '1',
      '',
      '',
      '',
      name === 'A' ? 'B|C' : name === 'B' ? 'A' : '',
      '',
    ]),
  ]
  let keys = 0
  const runOf = () => startRun(plan(table).rows, () => `key-${++keys}`)
  const signal = new AbortController().signal
  const quiet = (): void => undefined

  it('[SET-08 price-list] (import) articles exist before another names them as its options', async () => {
    const known = new Set<string>()
    const send: SendStep = async ({ row, kind, values }) => {
      for (const id of (values.OPTIONS as string[]) ?? []) if (!known.has(id)) throw new Error(`${id} is not there`)
      if (kind === 'create') known.add(row.id)
    }
    const run = runOf()
    expect(progressOf(run)).toEqual({ all: 3, done: 0 })
    await goOn(run, { send, signal, onStep: quiet })
    expect([run.done.size, run.refused, [...known].sort()]).toEqual([5, [], ['new-a', 'new-b', 'new-c']])
    // Two of the three rows took two calls.
    expect(progressOf(run)).toEqual({ all: 3, done: 3 })
  })

  it('[SET-08 price-list] (import) without a network it stops, and goes on without sending anything twice', async () => {
    const sent: string[] = []
    let isDown = true
    const send: SendStep = async ({ key }) => {
      if (isDown && sent.length >= 2) throw new AppError('UNAVAILABLE', 'hors ligne')
      sent.push(key)
    }
    const run = runOf()
    await expect(goOn(run, { send, signal, onStep: quiet })).rejects.toThrow('hors ligne')
    expect(run.done.size).toBe(2)
    isDown = false
    await goOn(run, { send, signal, onStep: quiet })
    expect([sent.length, new Set(sent).size, run.refused]).toEqual([5, 5, []])
  })

  it('[SET-08 price-list] (import) a row that the server refuses is told, and holds nothing back', async () => {
    const send: SendStep = async ({ row }) => {
      if (row.reference === 'C')
        throw new AppError('VALIDATION_ERROR', 'refusé', { errors: { LIBELLE: ['Trop long'] } })
    }
    const run = runOf()
    await goOn(run, { send, signal, onStep: quiet })
    expect(run.refused.map(({ row, message }) => [row.reference, message])).toEqual([['C', 'Trop long']])
    expect(run.done.size).toBe(5)
  })

  it('[SET-08 price-list] (import) it stops when it is told to', async () => {
    const control = new AbortController()
    const run = runOf()
    await goOn(run, { send: async () => control.abort(), signal: control.signal, onStep: quiet })
    expect(run.done.size).toBeLessThan(5)
  })
})
