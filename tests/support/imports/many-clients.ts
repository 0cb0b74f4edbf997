import { csvText } from '../../../schemas/csv.ts'

/** What a file of many lines must become. */
export interface ManyClients {
  csv: string
  /** Lines by fate. */
  sorts: { cree: number; doublon: number; erreur: number }
  /** The lines that make a client, which `clientOfLine` describes. */
  made: number[]
}

/** A client of the company before the import. */
export interface FormerClient {
  NOM: string
  PRENOM: string
  PORTABLE: string
}

interface Company {
  /** Mail addresses: each new client is that of the next one. Without any, the file has no such column. */
  reps?: readonly string[]
  /** One line of each hundred repeats one of these, with another town and without a project. */
  former?: readonly FormerClient[]
}

const digits = (n: number): string => String(n).padStart(8, '0')

/**
 * A file of `count` lines as another program writes it: 3 % have a wrong number or mail, 5 % repeat a line that stands far above, the others are new clients
 * with an address and a project.
 */
export function manyClients(count: number, { reps = [], former = [] }: Company = {}): ManyClients {
  const { rows, ...fates } = manyRows(count, { reps, former })
  return { csv: csvText(rows), ...fates }
}

/** The client of line `who`, as the company must have it. */
export const clientOfLine = (who: number) => ({
  NOM: `Famille ${who % 997}`,
  PRENOM: `Prénom ${who % 31}`,
  PORTABLE: `06${digits(who)}`,
  MAIL: `client${who}@example.com`,
  ADRESSE: `${(who % 150) + 1} rue des Lilas`,
  CODE_POSTAL: '69003',
  VILLE: 'Lyon',
  PROJET: `Fenêtres ${who}`,
})

/** The same as a table, its headings first. */
export function manyRows(
  count: number,
  { reps = [], former = [] }: Company = {},
): Omit<ManyClients, 'csv'> & { rows: string[][] } {
  const rows: string[][] = [['Nom', 'Prénom', 'Portable', 'Email', 'Adresse', 'Code postal', 'Ville', 'Travaux']]
  if (reps.length > 0) rows[0]?.push('Commercial')
  const sorts = { cree: 0, doublon: 0, erreur: 0 }
  const made: number[] = []
  for (let i = 0; i < count; i += 1) {
    const n = i % 100
    // Lines 40 to 44 of each hundred repeat its first five, or the last of them a client of the company.
    const who = n >= 40 && n < 45 ? i - 40 : i
    const wrong = n >= 90 && n < 93
    const fate = wrong ? 'erreur' : who === i ? 'cree' : 'doublon'
    sorts[fate] += 1
    if (fate === 'cree') made.push(who)
    const repeated = n === 44 ? former[Math.floor(i / 100) % former.length] : undefined
    const { NOM, PRENOM, PORTABLE, MAIL, ADRESSE, CODE_POSTAL, VILLE, PROJET } = clientOfLine(who)
    const rep = reps.slice(who % reps.length, (who % reps.length) + 1)
    if (repeated)
      rows.push([repeated.NOM, repeated.PRENOM, repeated.PORTABLE, '', '', '69100', 'Villeurbanne', '', ...rep])
    else
      rows.push([
        NOM,
        PRENOM,
        wrong && n === 90 ? '06 39' : PORTABLE,
        wrong && n !== 90 ? 'personne@' : MAIL,
        ADRESSE,
        CODE_POSTAL,
        VILLE,
        PROJET,
        ...rep,
      ])
  }
  return { rows, sorts, made }
}
