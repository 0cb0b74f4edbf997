import { readFileSync } from 'node:fs'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readFile } from './read-file.ts'
import { unzip } from './unzip.ts'

const saved = (name: string): Buffer => readFileSync(new URL(`../../../tests/support/imports/${name}`, import.meta.url))
const utf8 = new TextEncoder()

/** As LibreOffice writes it: what the archive is stands first, uncompressed. */
const ods = (): Uint8Array =>
  zipSync({
    mimetype: [utf8.encode('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }],
    'content.xml': utf8.encode('<a/>'),
  })

describe('text files', () => {
  const be = (): Buffer => Buffer.from(saved('utf16le-tab.csv')).swap16()
  const marked = (): Buffer => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), saved('utf8-semicolon.csv')])

  it.each([
    ['utf8-semicolon.csv', saved('utf8-semicolon.csv'), 'UTF-8', ';'],
    ['utf8-semicolon.csv with a mark', marked(), 'UTF-8 (avec BOM)', ';'],
    ['windows1252-semicolon.csv', saved('windows1252-semicolon.csv'), 'Windows-1252', ';'],
    ['utf8-comma.csv', saved('utf8-comma.csv'), 'UTF-8', ','],
    ['utf8-pipe.csv', saved('utf8-pipe.csv'), 'UTF-8', '|'],
    ['utf16le-tab.csv', saved('utf16le-tab.csv'), 'UTF-16 LE', '\t'],
    ['utf16le-tab.csv with its bytes turned', be(), 'UTF-16 BE', '\t'],
  ])('[SET-09 reading] (separator and encoding) %s gives the same lines', (_, bytes, encodage, separateur) => {
    const read = readFile(bytes, null)
    expect(read).toMatchObject({ format: 'csv', encodage, separateur, entete: 1 })
    expect(read.titres).toEqual(['Nom', 'Prénom', 'Adresse', 'Observations'])
    expect(read.lines).toEqual([
      { number: 2, cells: ['Lefèvre', 'Zoé', '12 bis, rue ; « Œuvre »', 'Dit "oui"\npuis 1 500 €'] },
      { number: 3, cells: ['Noël', 'Anaïs', '3|4 place du Marché', ''] },
    ])
  })

  it('Excel’s own line « sep= » says the separator; empty lines and columns are left out, and lines keep their number', () => {
    const read = readFile(utf8.encode('sep=|\r\nNom||Ville\r\n\r\nRoux||Lyon, 7e\r\n'), null)
    expect(read).toMatchObject({ separateur: '|', titres: ['Nom', 'Ville'], entete: 2 })
    expect(read.lines).toEqual([{ number: 4, cells: ['Roux', 'Lyon, 7e'] }])
  })

  it('an apostrophe against formulas is taken off again, one of a name is not', () => {
    const { lines } = readFile(utf8.encode("Nom;Mobile\n'=1+1;'+33 6\n'T Hart;06\n"), null)
    expect(lines.map(({ cells }) => cells)).toEqual([
      ['=1+1', '+33 6'],
      ["'T Hart", '06'],
    ])
  })

  it.each([
    ['nothing', new Uint8Array(), 'Ce fichier est vide.'],
    ['a heading that begins like an archive', utf8.encode('PKV;Nom\n'), 'aucune ligne sous ses titres'],
    ['headings alone', utf8.encode('Nom;Ville\n'), 'aucune ligne sous ses titres'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]), 'ni un CSV ni un classeur'],
    ['a workbook of LibreOffice’s own', ods(), 'LibreOffice (ODS)'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), 'ancien format (XLS)'],
    ['too many columns', utf8.encode(`Nom\n${'x;'.repeat(300)}\n`), 'plus de 200 colonnes'],
    ['too many lines', utf8.encode(`Nom\n${'x\n'.repeat(100_001)}`), 'plus de 100000 lignes'],
  ])('refuses %s in words', (_, bytes, message) => {
    expect(() => readFile(bytes, null)).toThrow(message)
  })
})

describe('workbooks', () => {
  it('[SET-09 reading] (xlsx) dates, formulas, merged cells, empty lines and columns, several sheets, lost zeros', () => {
    const read = readFile(saved('clients.xlsx'), null)
    expect(read).toMatchObject({
      format: 'xlsx',
      feuille: 'Clients 2026',
      feuilles: ['Vide', 'Clients 2026', 'Notes'],
      entete: 3,
    })
    expect(read.titres).toEqual([
      'Nom',
      'Prénom',
      'Téléphone portable',
      'Rue',
      'Code postal',
      'Ville',
      'Client depuis',
      'Travaux',
    ])
    expect(read.lines).toEqual([
      {
        number: 4,
        cells: [
          'Lefèvre',
          'Zoé',
          '639981001',
          '12 bis, rue de l’Œuvre',
          '1000',
          'Bourg-en-Bresse',
          '2019-03-14',
          'Fenêtres ; volets',
        ],
      },
      { number: 5, cells: ['Lefèvre', 'Zoé', '639981001', '', '', '', '', 'Porte'] },
      { number: 7, cells: ['Noël', 'Anaïs', '06 39 98 10 02', '3 place du Marché', '69003', 'Lyon', '2024-02-29', ''] },
      { number: 8, cells: ['#N/A', 'Perdu', '', '', '', '', '', ''] },
    ])
  })

  it('reads the sheet that is asked for', () => {
    expect(readFile(saved('clients.xlsx'), 'Notes')).toMatchObject({
      titres: ['Nom'],
      lines: [{ number: 2, cells: ['Autre'] }],
    })
    expect(() => readFile(saved('clients.xlsx'), 'Absente')).toThrow('n’a pas cette feuille')
  })

  const book = (sheet: string | Uint8Array, more: Record<string, string> = {}): Uint8Array =>
    zipSync(
      Object.fromEntries(
        Object.entries({
          'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="1"/></sheets></workbook>',
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="1" Target="worksheets/a.xml"/></Relationships>',
          ...more,
        })
          .map(([name, text]): [string, Uint8Array] => [name, utf8.encode(text)])
          .concat([['xl/worksheets/a.xml', typeof sheet === 'string' ? utf8.encode(sheet) : sheet]]),
      ),
    )

  it('refuses an archive that unpacks to too much, before it has unpacked it all', () => {
    const bomb = book(new Uint8Array(4_000_000))
    expect(bomb.length).toBeLessThan(10_000)
    expect(unzip(bomb, () => true).size).toBe(3)
    expect(() => unzip(bomb, () => true, 3_000_000)).toThrow('trop volumineux')
  })

  it('refuses entities that unfold, broken archives, and cells that are too far to the right', () => {
    const entities = '<!DOCTYPE a [<!ENTITY x "aaaa"><!ENTITY y "&x;&x;&x;">]><worksheet>&y;</worksheet>'
    expect(() => readFile(book(entities), null)).toThrow('abîmé')
    expect(() => readFile(saved('clients.xlsx').subarray(0, 3000), null)).toThrow('abîmé')
    const far = '<worksheet><sheetData><row r="1"><c r="XFD1"><v>1</v></c></row></sheetData></worksheet>'
    expect(() => readFile(book(far), null)).toThrow('plus de 200 colonnes')
  })

  it('[SET-09 import] (catalogue) a price list has its headings where its references are, and rates as it shows them', () => {
    const text = (r: string, words: string) => `<c r="${r}" t="inlineStr"><is><t>${words}</t></is></c>`
    const sheet = `<worksheet><sheetData><row r="2">${text('A2', 'Nom du fournisseur')}</row>
      <row r="4">${text('A4', 'Réf.')}${text('B4', 'Prix HT')}${text('C4', 'TVA')}</row>
      <row r="5">${text('A5', 'FEN-1')}<c r="B5"><v>1234.5599999999999</v></c><c r="C5" s="1"><v>5.5E-2</v></c></row></sheetData></worksheet>`
    const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="10"/></cellXfs></styleSheet>'
    expect(readFile(book(sheet, { 'xl/styles.xml': styles }), null, 'articles')).toMatchObject({
      entete: 4,
      titres: ['Réf.', 'Prix HT', 'TVA'],
      lines: [{ number: 5, cells: ['FEN-1', '1234.56', '5.5 %'] }],
    })
  })

  it('a number of a line far below makes no lines in between', () => {
    const cell = (r: string, text: string) =>
      `<row r="${r.slice(1)}"><c r="${r}" t="inlineStr"><is><t>${text}</t></is></c></row>`
    const sheet = `<worksheet><sheetData>${cell('A1', 'Nom')}${cell('A1048576', 'Loin')}</sheetData>
      <mergeCells><mergeCell ref="A1:A1048576"/></mergeCells></worksheet>`
    expect(readFile(book(sheet), null).lines).toEqual([{ number: 1_048_576, cells: ['Loin'] }])
  })
})
