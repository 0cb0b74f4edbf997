import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { theme } from '../theme.ts'

type Rgb = readonly [number, number, number]
const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
const linear = (value: number): number => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
const light = ([r, g, b]: Rgb): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) + 0.05
const contrast = (a: Rgb, b: Rgb): number => {
  const [one, other] = [light(a), light(b)]
  return Math.max(one, other) / Math.min(one, other)
}
const mixed = (color: Rgb, share: number, ground: Rgb): Rgb =>
  color.map((value, i) => value * share + (ground[i] ?? 0) * (1 - share)) as unknown as Rgb

const chip = readFileSync('src/ui/page/state-chip.module.css', 'utf8')
const css = readFileSync('src/app/global.css', 'utf8')
const shares = [...chip.matchAll(/var\(--chip\) (\d+)%/g)].map((found) => Number(found[1]) / 100)
const inks = [/--mantine-color-text: (#\w{6})/.exec(css)?.[1] ?? '', theme.colors?.dark?.[0] ?? '']
const grounds = [...css.matchAll(/--lola-surface: (#\w{6})/g)].map((found) => found[1] ?? '')
const STEPS = [0, 51, 102, 153, 204, 255]

it.each([
  ['light', 0],
  ['dark', 1],
] as const)('[SET-05 labels] (contrast) a chip of any colour is read at 4.5:1 on the %s theme', (_theme, at) => {
  const [share, ink, ground] = [shares[at] ?? 1, rgb(inks[at] ?? ''), rgb(grounds[at] ?? '')]
  const colors = STEPS.flatMap((r) => STEPS.flatMap((g) => STEPS.map((b): Rgb => [r, g, b])))
  expect(colors.filter((color) => contrast(ink, mixed(color, share, ground)) < 4.5)).toEqual([])
})
