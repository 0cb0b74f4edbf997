const BLACK = '#000000'
const HEX = /^#[0-9a-f]{6}$/i

const channel = (hex: string, at: number): number => {
  const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
}
const luminance = (hex: string): number =>
  0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)

/** WCAG 2 contrast ratio of two `#rrggbb` colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** Background and readable text of an appointment: its nature's colour, black if it has none or an invalid one. */
export function eventColors(code: string | null | undefined): { background: string; text: string } {
  const background = code && HEX.test(code) ? code.toLowerCase() : BLACK
  return { background, text: contrast(background, '#ffffff') >= contrast(background, BLACK) ? '#ffffff' : BLACK }
}
