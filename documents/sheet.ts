import PDFDocument from 'pdfkit'
import { printable } from './format.ts'

/** TrueType bytes of documents/fonts; the caller reads them (a file on the server, a fetch in the browser). */
export interface Fonts {
  regular: Uint8Array
  bold: Uint8Array
}

export interface SheetOptions {
  title: string
  /** Whose document it is. */
  author: string
  /** The company's colour, `#rrggbb`. */
  color: string
  /** Foot of every page, before « page 1/3 ». */
  footer: string
  /** Date of the document's record, so that the same document always gives the same bytes. */
  date: Date
  /** PNG or JPEG. */
  logo: Uint8Array | null
}

const A4 = { width: 595.28, height: 841.89 }
const MARGIN = 42
const FOOT = 46
/** Where a page's content begins, below the band. */
const TOP = 30
/** Height of a heading with the room around it, and of a line of text. */
const HEADING = 30
const LINE = 11
/** Around the text of a cell. */
const PADDING = 4
const INK = '#1b1f24'
const FAINT = '#59636e'
const RULE = '#d0d7de'

export interface Column {
  label: string
  /** Share of the width. */
  share: number
  align?: 'left' | 'right'
}

/** The lines of each cell of a row. */
type Lines = readonly (readonly string[])[]

/** Which lines of each cell are drawn, and how. */
interface Drawn {
  from: readonly number[]
  to: readonly number[]
  bold: boolean
  ink: string
}

interface TextOptions {
  size?: number
  bold?: boolean
  faint?: boolean
  color?: string
  x?: number
  y?: number
  width?: number
  align?: 'left' | 'right' | 'center'
  gap?: number
}

/** A document for the code that writes it: lines that fill A4 pages one after the other, between a band of colour and a footer. */
export interface Sheet {
  readonly left: number
  readonly width: number
  y: number
  text(value: string, options?: TextOptions): void
  /** Points that a text takes at the full width. */
  heightOf(value: string, size: number): number
  /** Stays on the page of what follows it: this many points of it, a line of text by default. */
  heading(value: string, follows?: number): void
  /** Two columns side by side; the next line is below the taller one. */
  pair(left: () => void, right: () => void): void
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void
  /** Begins a new page unless this height is free. */
  need(height: number): void
  image(bytes: Uint8Array, box: { width: number; height: number }): void
  box(height: number): void
  page(): void
  finish(): Promise<Uint8Array>
}

const concat = (chunks: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}

/** White or black, whichever reads on this colour (WCAG luminance). */
function inkOn(color: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((i) => Number.parseInt(color.slice(i, i + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.35 ? INK : '#ffffff'
}

/** Opens a document. The same options and the same calls give the same bytes. */
export function openSheet(options: SheetOptions, fonts: Fonts): Sheet {
  const color = /^#[0-9a-f]{6}$/i.test(options.color) ? options.color : '#BD1734'
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    lang: 'fr-FR',
    displayTitle: true,
    font: fonts.regular as never,
    info: {
      Title: printable(options.title),
      Author: printable(options.author),
      Producer: 'Lolapp',
      Creator: 'Lolapp',
      CreationDate: options.date,
    },
  })
  const chunks: Uint8Array[] = []
  const whole = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    doc.on('end', () => resolve(concat(chunks)))
    doc.on('error', reject)
  })
  doc.registerFont('regular', fonts.regular as never)
  doc.registerFont('bold', fonts.bold as never)

  let [left, width, y] = [MARGIN, A4.width - 2 * MARGIN, 0]
  const bottom = A4.height - FOOT - 14

  const addPage = (): void => {
    doc.addPage()
    doc.rect(0, 0, A4.width, 10).fill(color)
    y = TOP
  }

  const sheet: Sheet = {
    get left() {
      return left
    },
    get width() {
      return width
    },
    get y() {
      return y
    },
    set y(value) {
      y = value
    },
    text(value, given = {}) {
      const { size = 9, bold = false, faint = false, gap = 2, align = 'left' } = given
      const at = given.x ?? left
      const wide = given.width ?? width
      doc.font(bold ? 'bold' : 'regular').fontSize(size)
      for (const line of printable(value).split('\n')) {
        const shown = line === '' ? ' ' : line
        const height = doc.heightOfString(shown, { width: wide, align })
        if (given.y === undefined && y + height > bottom) addPage()
        // Set at each line, because adding a page draws its band in another colour.
        doc
          .font(bold ? 'bold' : 'regular')
          .fontSize(size)
          .fillColor(given.color ?? (faint ? FAINT : INK))
        doc.text(shown, at, given.y ?? y, { width: wide, align, lineBreak: true })
        if (given.y === undefined) y += height + gap
      }
    },
    heightOf(value, size) {
      doc.font('regular').fontSize(size)
      return doc.heightOfString(printable(value), { width })
    },
    heading(value, follows = LINE) {
      sheet.need(HEADING + follows)
      y += 8
      sheet.text(value, { size: 11, bold: true, color: INK, gap: 3 })
      doc
        .moveTo(left, y)
        .lineTo(left + width, y)
        .lineWidth(1)
        .strokeColor(color)
        .stroke()
      y += 6
    },
    pair(first, second) {
      const [startLeft, startWidth, top] = [left, width, y]
      width = startWidth / 2 - 10
      first()
      const end = y
      left = startLeft + startWidth / 2 + 10
      y = top
      second()
      left = startLeft
      width = startWidth
      y = Math.max(y, end)
    },
    table(columns, rows) {
      const widths = columns.map((column) => column.share * width)
      const start = columns.map(() => 0)
      // The first line is the item; the others describe it.
      const setFont = (n: number, bold = false): void => {
        doc.font(bold && n === 0 ? 'bold' : 'regular').fontSize(n === 0 ? 8.5 : 7.5)
      }
      const linesOf = (values: readonly string[]): Lines =>
        columns.map((_, i) =>
          printable(values[i] ?? '')
            .split('\n')
            .map((line) => (line === '' ? ' ' : line)),
        )
      const inner = (i: number): number => (widths[i] ?? 0) - 2 * PADDING
      const heightOfLine = (line: string, n: number, i: number): number => {
        setFont(n)
        return doc.heightOfString(line, { width: inner(i) })
      }
      const heightOf = (row: Lines, from = start, to = row.map((lines) => lines.length)): number => {
        const heights = row.map((lines, i) =>
          lines.reduce(
            (sum, line, n) => (n >= (from[i] ?? 0) && n < (to[i] ?? 0) ? sum + heightOfLine(line, n, i) : sum),
            0,
          ),
        )
        return 2 * PADDING + Math.max(...heights)
      }
      const draw = (row: Lines, { from, to, bold, ink }: Drawn): void => {
        let x = left
        for (const [i, column] of columns.entries()) {
          let at = y + PADDING
          for (let n = from[i] ?? 0; n < (to[i] ?? 0); n += 1) {
            const line = row[i]?.[n] ?? ' '
            setFont(n, bold)
            doc.fillColor(n === 0 ? ink : FAINT)
            doc.text(line, x + PADDING, at, { width: inner(i), align: column.align ?? 'left' })
            at += doc.heightOfString(line, { width: inner(i) })
          }
          x += widths[i] ?? 0
        }
      }
      const labels = linesOf(columns.map((column) => column.label))
      const headHeight = heightOf(labels)
      const head = (): void => {
        doc.rect(left, y, width, headHeight).fill(color)
        draw(labels, { from: start, to: labels.map((lines) => lines.length), bold: true, ink: inkOn(color) })
        y += headHeight
      }
      const nextPage = (): void => {
        addPage()
        head()
      }
      const rule = (): void => {
        doc
          .moveTo(left, y)
          .lineTo(left + width, y)
          .lineWidth(0.5)
          .strokeColor(RULE)
          .stroke()
      }
      /** The line of each cell at which the next page goes on: what does not fit in the room that is left, but always one more. */
      const fitting = (row: Lines, from: readonly number[]): number[] =>
        row.map((lines, i) => {
          let to = from[i] ?? 0
          let free = bottom - y - 2 * PADDING
          while (to < lines.length) {
            free -= heightOfLine(lines[to] ?? ' ', to, i)
            if (free < -0.01 && to > (from[i] ?? 0)) break
            to += 1
          }
          return to
        })
      sheet.need(60)
      head()
      for (const values of rows) {
        const row = linesOf(values)
        const whole = heightOf(row)
        // A row that no page holds begins here, with the first line of each cell: its label and its amounts stay together.
        const least =
          TOP + headHeight + whole > bottom
            ? heightOf(
                row,
                start,
                row.map(() => 1),
              )
            : whole
        if (y + least > bottom) nextPage()
        let from = start
        while (from.some((at, i) => at < (row[i]?.length ?? 0))) {
          if (from !== start) nextPage()
          const to = fitting(row, from)
          draw(row, { from, to, bold: false, ink: INK })
          y += heightOf(row, from, to)
          rule()
          from = to
        }
      }
      y += 8
    },
    need(height) {
      if (y + height > bottom) addPage()
    },
    image(bytes, box) {
      sheet.need(box.height + 6)
      doc.image(bytes as never, left, y, { fit: [box.width, box.height] })
      y += box.height + 6
    },
    box(height) {
      sheet.need(height)
      doc.roundedRect(left, y, width, height, 3).lineWidth(0.7).strokeColor(RULE).stroke()
    },
    page: addPage,
    async finish() {
      const { count } = doc.bufferedPageRange()
      for (let n = 0; n < count; n += 1) {
        doc.switchToPage(n)
        const at = A4.height - FOOT
        doc
          .moveTo(MARGIN, at)
          .lineTo(A4.width - MARGIN, at)
          .lineWidth(0.5)
          .strokeColor(RULE)
          .stroke()
        doc.font('regular').fontSize(7).fillColor(FAINT)
        const foot = { width: A4.width - 2 * MARGIN - 70, height: 24, ellipsis: true }
        doc.text(printable(options.footer), MARGIN, at + 6, foot)
        doc.text(`page ${n + 1}/${count}`, A4.width - MARGIN - 60, at + 6, {
          width: 60,
          align: 'right',
          lineBreak: false,
        })
      }
      doc.end()
      return whole
    },
  }
  addPage()
  if (options.logo) sheet.image(options.logo, { width: 150, height: 46 })
  return sheet
}
