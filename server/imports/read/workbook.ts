import { type Shown, shownBy } from './cell-values.ts'
import { MAX_SHARED, tooLarge } from './limits.ts'
import { readXml } from './xml.ts'

/** Sheets of a workbook in their order, with the part that holds each. */
export interface Workbook {
  sheets: { name: string; part: string }[]
  from1904: boolean
}

type Parts = ReadonlyMap<string, Uint8Array>

const WORKBOOK = 'xl/workbook.xml'
const RELATIONS = 'xl/_rels/workbook.xml.rels'

/** Visible sheets only: hidden ones hold lists and calculations. */
export function readWorkbook(parts: Parts): Workbook {
  const targets = new Map<string, string>()
  readXml(parts.get(RELATIONS) ?? new Uint8Array(), {
    open: (name, attribute) => {
      const [id, target] = [attribute('Id'), attribute('Target')]
      if (name === 'Relationship' && id && target)
        targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    },
  })
  const book: Workbook = { sheets: [], from1904: false }
  readXml(parts.get(WORKBOOK) ?? new Uint8Array(), {
    open: (name, attribute) => {
      if (name === 'workbookPr') book.from1904 = ['1', 'true'].includes(attribute('date1904') ?? '')
      if (name !== 'sheet' || (attribute('state') ?? 'visible') !== 'visible') return
      const part = targets.get(attribute('r:id') ?? attribute('id') ?? '')
      if (part && parts.has(part)) book.sheets.push({ name: attribute('name') ?? '', part })
    },
  })
  return book
}

/** Texts that cells name by number. Of a text in several fonts, all its runs; of one with a reading aid (`rPh`), the text alone. */
export function readSharedStrings(bytes: Uint8Array | undefined): string[] {
  const texts: string[] = []
  if (!bytes) return texts
  let [text, inText, aid] = ['', false, 0]
  readXml(bytes, {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') aid += 1
      inText = name === 't' && aid === 0
    },
    close: (name) => {
      if (name === 'rPh') aid -= 1
      inText = false
      if (name !== 'si') return
      texts.push(text)
      if (texts.length > MAX_SHARED) throw tooLarge()
    },
    text: (part) => {
      if (inText) text += part
    },
  })
  return texts
}

/** For each style of a cell, what it shows a number as. */
export function readStyles(bytes: Uint8Array | undefined): Shown[] {
  const codes = new Map<number, string>()
  const styles: Shown[] = []
  if (!bytes) return styles
  let inCells = false
  readXml(bytes, {
    open: (name, attribute) => {
      if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '')
      if (name === 'cellXfs') inCells = true
      if (name === 'xf' && inCells) {
        const id = Number(attribute('numFmtId') ?? 0)
        styles.push(shownBy(id, codes.get(id)))
        if (styles.length > MAX_SHARED) throw tooLarge()
      }
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}
