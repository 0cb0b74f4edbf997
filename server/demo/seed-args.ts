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

/** Reads `--clients 100000 [--company demo]`, also written `--clients=100000`. Throws ArgumentError. */
export function readSeedArgs(argv: readonly string[]): SeedArgs {
  const given = new Map<string, string>()
  for (let i = 0; i < argv.length; i++) {
    const [name = '', ...rest] = (argv[i] ?? '').split('=')
    if (name !== '--clients' && name !== '--company') throw new ArgumentError(`Option inconnue : ${argv[i]}`)
    const value = rest.length > 0 ? rest.join('=') : argv[++i]
    if (!value || value.startsWith('--')) throw new ArgumentError(`Il manque la valeur de ${name}.`)
    if (given.has(name)) throw new ArgumentError(`${name} est donné deux fois.`)
    given.set(name, value)
  }
  const clients = given.get('--clients')
  if (clients === undefined) throw new ArgumentError('Indiquez combien de clients ajouter avec --clients.')
  if (!/^\d{1,7}$/.test(clients) || Number(clients) < 1 || Number(clients) > MOST) {
    throw new ArgumentError(
      `--clients ${clients} n'est pas valide : donnez un nombre entier de 1 à ${MOST.toLocaleString('fr-FR')}.`,
    )
  }
  return { clients: Number(clients), company: given.get('--company') ?? 'demo' }
}
