import { randomInt } from 'node:crypto'

/**
 * Numbers, words and switches from the command line: `--kills 100 --engine pglite --browser`.
 * @throws Error for an option that `defaults` does not name, or a word for a number
 */
export function readArguments<O extends Record<string, number | string | boolean>>(
  argv: readonly string[],
  defaults: O,
): O {
  const options: Record<string, number | string | boolean> = { ...defaults }
  const words = argv.values()
  for (const word of words) {
    const name = word.replace(/^--/, '')
    if (defaults[name] === false) {
      options[name] = true
      continue
    }
    const { value } = words.next()
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
