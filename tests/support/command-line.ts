import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

/**
 * Numbers and words from the command line: `--kills 100 --engine pglite`.
 * @throws Error for an option that `defaults` does not name, or a word for a number
 */
export function readArguments<O extends Record<string, number | string>>(argv: readonly string[], defaults: O): O {
  const options = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ args: [...argv], options })
  const given = Object.entries(values).map(([name, value]) => {
    const isNumber = typeof defaults[name] === 'number'
    if (isNumber && !/^\d+$/.test(String(value))) throw new Error(`--${name} takes a number, not ${value}`)
    return [name, isNumber ? Number(value) : value] as const
  })
  return { ...defaults, ...Object.fromEntries(given) }
}

/** Seed for a run without one. It is printed at the start and at the end, so that the run can be repeated. */
export const anySeed = (): number => randomInt(1_000_000)
