/** One line of the bench's table. Goals are ratios measured in one run; `met` is null where there is no goal. */
export interface Figure {
  name: string
  value: number
  unit: string
  goal: string
  met: boolean | null
  detail: string
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

export const percentile = (values: readonly number[], p: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * p))] ?? Number.NaN

const round = (n: number): string =>
  Math.abs(n) >= 100 ? n.toFixed(0) : Math.abs(n) >= 10 ? n.toFixed(1) : n.toFixed(2)

/** Milliseconds as people read them. */
export const ms = (value: number): string => `${value < 20 ? value.toFixed(1) : Math.round(value)} ms`

export const HEAD: readonly string[] = ['| Figure | Value | Goal | | Detail |', '|---|---|---|---|---|']

/** One figure as a line of Markdown. */
export function lineOf({ name, value, unit, goal, met, detail }: Figure): string {
  const verdict = met === null ? '' : met ? 'reached' : 'not reached'
  return `| ${name} | ${round(value)}${unit ? ` ${unit}` : ''} | ${goal} | ${verdict} | ${detail} |`
}

/** The table as Markdown. */
export const table = (figures: readonly Figure[]): string => [...HEAD, ...figures.map(lineOf)].join('\n')
