import { randomInt } from 'node:crypto'

/**
 * Numbers and words from the command line: `--kills 100 --engine pglite`.
 * @throws Error for an option that `defaults` does not name, or a word for a number
 */
export function readArguments<O extends Record<string, number | string>>(argv: readonly string[], defaults: O): O {
  const options: Record<string, number | string> = { ...defaults }
  for (let i = 0; i < argv.length; i += 2) {
    const [word = '', value] = argv.slice(i, i + 2)
    const name = word.replace(/^--/, '')
    if (!(name in defaults) || value === undefined)
      throw new Error(`Unknown option ${word}: --${Object.keys(defaults).join(', --')}`)
    const isNumber = typeof defaults[name] === 'number'
    if (isNumber && !/^\d+$/.test(value)) throw new Error(`--${name} takes a number, not ${value}`)
    options[name] = isNumber ? Number(value) : value
  }
  return options as O
}

/** For whoever gives none. Told at the start and at the end, so that the run can be asked for again. */
export const anySeed = (): number => randomInt(1_000_000)
