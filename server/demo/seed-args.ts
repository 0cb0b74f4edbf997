import { parseArgs } from 'node:util'

const USAGE = 'Exemple : npm run seed -- --clients 100000 --company demo'
const MOST = 1_000_000

export interface SeedArgs {
  clients: number
  /** Host label of the company. */
  company: string
}

/** A command line that cannot be followed; the message is French and shows how to write it. */
export class ArgumentError extends Error {
  constructor(message: string) {
    super(`${message}\n${USAGE}`)
  }
}

const OPTIONS = {
  clients: { type: 'string', multiple: true },
  company: { type: 'string', multiple: true },
} as const

/** Reads `--clients 100000 [--company demo]`, also written `--clients=100000`. @throws ArgumentError */
export function readSeedArgs(argv: readonly string[]): SeedArgs {
  const { tokens } = parseArgs({ args: [...argv], options: OPTIONS, strict: false, tokens: true })
  const given = new Map<string, string>()
  for (const token of tokens) {
    if (token.kind !== 'option' || !Object.hasOwn(OPTIONS, token.name))
      throw new ArgumentError(`Option inconnue : ${argv[token.index]}`)
    if (!token.value || token.value.startsWith('--')) throw new ArgumentError(`Il manque la valeur de --${token.name}.`)
    if (given.has(token.name)) throw new ArgumentError(`--${token.name} est donné deux fois.`)
    given.set(token.name, token.value)
  }
  const clients = given.get('clients')
  if (clients === undefined) throw new ArgumentError('Indiquez combien de clients ajouter avec --clients.')
  if (!/^\d{1,7}$/.test(clients) || Number(clients) < 1 || Number(clients) > MOST) {
    throw new ArgumentError(
      `--clients ${clients} n'est pas valide : donnez un nombre entier de 1 à ${MOST.toLocaleString('fr-FR')}.`,
    )
  }
  return { clients: Number(clients), company: given.get('company') ?? 'demo' }
}
