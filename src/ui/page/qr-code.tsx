import { encode } from 'uqr'

/** Width of the empty margin that readers need, in modules. */
const BORDER = 4

/** The dark modules of a text as one path, row by row, and the side of their square. */
export function qrPath(text: string): { path: string; side: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + BORDER} ${y + BORDER}h1v1h-1z` : '')))
    .join('')
  return { path, side: size + 2 * BORDER }
}

/** The same picture as a file. */
export function qrSvg(text: string): string {
  const { path, side } = qrPath(text)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>\n`
}

/** A QR code: black on white in both colour schemes, since readers need it. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string | undefined }) {
  const { path, side } = qrPath(text)
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={className}
    >
      <path fill="#ffffff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000000" d={path} />
    </svg>
  )
}
