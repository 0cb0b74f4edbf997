import { csvText } from '../../../schemas/csv.ts'

/** What a file of many lines must become. */
export interface ManyClients {
  csv: string
  /** Lines by fate. */
  sorts: { cree: number; doublon: number; erreur: number }
}

const digits = (n: number): string => String(n).padStart(8, '0')

/**
 * A file of `count` lines as another program writes it: 3 % have a wrong number or mail, 5 % repeat a line that stands far above, the others are new clients
 * with an address and a project.
 * @param reps mail addresses: each new client is that of the next one. Without any, the file has no such column
 */
export function manyClients(count: number, reps: readonly string[] = []): ManyClients {
  const rows: string[][] = [['Nom', 'Prénom', 'Portable', 'Email', 'Adresse', 'Code postal', 'Ville', 'Travaux']]
  if (reps.length > 0) rows[0]?.push('Commercial')
  const sorts = { cree: 0, doublon: 0, erreur: 0 }
  for (let i = 0; i < count; i += 1) {
    const n = i % 100
    // Lines 40 to 44 of each hundred repeat its first five.
    const who = n >= 40 && n < 45 ? i - 40 : i
    const wrong = n >= 90 && n < 93
    sorts[wrong ? 'erreur' : who === i ? 'cree' : 'doublon'] += 1
    rows.push([
      `Famille ${who % 997}`,
      `Prénom ${who % 31}`,
      wrong && n === 90 ? '06 39' : `06${digits(who)}`,
      wrong && n !== 90 ? 'personne@' : `client${who}@example.com`,
      `${(who % 150) + 1} rue des Lilas`,
      '69003',
      'Lyon',
      `Fenêtres ${who}`,
      ...reps.slice(who % reps.length, (who % reps.length) + 1),
    ])
  }
  return { csv: csvText(rows), sorts }
}
