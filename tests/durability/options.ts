import { randomInt } from 'node:crypto'

/** Numbers and one word from the command line: `--kills 100 --engine pglite`. */
export function readOptions<O extends Record<string, number | string>>(argv: readonly string[], defaults: O): O {
  const options: Record<string, number | string> = { ...defaults }
  for (let i = 0; i < argv.length; i += 2) {
    const [name, value] = [argv[i]?.replace(/^--/, '') ?? '', argv[i + 1]]
    if (!(name in defaults) || value === undefined)
      throw new Error(`Unknown option ${argv[i]}: --${Object.keys(defaults).join(', --')}`)
    const isNumber = typeof defaults[name] === 'number'
    if (isNumber && !/^\d+$/.test(value)) throw new Error(`--${name} takes a number, not ${value}`)
    options[name] = isNumber ? Number(value) : value
  }
  return options as O
}

/** Told at the start and at the end: the same seed makes the same plan of kills, though never the same instants. */
export const anySeed = (): number => randomInt(1_000_000)
