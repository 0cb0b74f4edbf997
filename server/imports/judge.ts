import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Fate } from '../../schemas/imports.ts'
import { type ClientLike, nameKeys, type WrittenAddress } from '../../schemas/rules/duplicates.ts'
import type { Tx } from '../plugins/database/database.ts'
import { namesakes } from '../writes/duplicate-clients.ts'
import { createMarks, type KnownClient, type Marks } from './marks.ts'
import type { Prepared } from './prepare-row.ts'

export interface Line {
  place: number
  number: number
  cells: string[]
}

export type Judged = Line & {
  prepared: Prepared
  fate: Extract<Fate, 'cree' | 'rattache' | 'doublon' | 'erreur'>
  known: KnownClient | null
}

/** Lines or clients that are looked at before others get their turn. */
const TURN = 100

const clientOf = ({ client }: Prepared): ClientLike => client as unknown as ClientLike
const addressOf = ({ adresse }: Prepared): WrittenAddress | null => adresse as WrittenAddress | null
const nameOf = ({ NOM, PRENOM }: Pick<ClientLike, 'NOM' | 'PRENOM'>): string => [NOM, PRENOM].filter(Boolean).join(' ')

/**
 * The fate of lines, in the order of the file, against the clients of the company and those of earlier lines.
 * @param earlier what earlier lines of the file will make; the lines of this call are added to it
 */
export async function judge(
  tx: Tx,
  lines: readonly (Line & { prepared: Prepared })[],
  earlier: Marks,
): Promise<Judged[]> {
  const stored = await storedMarks(
    tx,
    lines.map(({ prepared }) => prepared),
  )
  const judged: Judged[] = []
  for (const [i, line] of lines.entries()) {
    if (i % TURN === TURN - 1) await turn()
    judged.push({ ...line, ...fateOf(line, { stored, earlier }) })
  }
  return judged
}

function fateOf(
  { prepared, number }: { prepared: Prepared; number: number },
  { stored, earlier }: { stored: Marks; earlier: Marks },
): Pick<Judged, 'fate' | 'known'> {
  if (prepared.erreurs.length > 0) return { fate: 'erreur', known: null }
  const [client, address] = [clientOf(prepared), addressOf(prepared)]
  const known = stored.seek(client, address) ?? earlier.seek(client, address)
  const description = (prepared.projet?.DESCRIPTION ?? null) as string | null
  if (known) {
    if (!prepared.projet || stored.hasProject(known, description) || earlier.hasProject(known, description))
      return { fate: 'doublon', known }
    earlier.putProject(known, description)
    return { fate: 'rattache', known }
  }
  const mine: KnownClient = { IDCLIENT: null, ligne: number, nom: nameOf(client) }
  earlier.put(mine, client, address)
  if (prepared.projet) earlier.putProject(mine, description)
  return { fate: 'cree', known: null }
}

/** Namesakes of these lines in the company, with their projects. */
async function storedMarks(tx: Tx, lines: readonly Prepared[]): Promise<Marks> {
  const marks = createMarks()
  const keys = new Set(lines.map((line) => nameKeys(clientOf(line))[0]).filter((key) => key !== ''))
  const clients = keys.size === 0 ? [] : await namesakes(tx, [...keys])
  const byId = new Map<string, KnownClient>()
  for (const [i, client] of clients.entries()) {
    if (i % TURN === TURN - 1) await turn()
    const known: KnownClient = { IDCLIENT: client.IDCLIENT, ligne: null, nom: nameOf(client) }
    byId.set(client.IDCLIENT, known)
    marks.put(known, client, client.address)
  }
  if (byId.size === 0 || !lines.some(({ projet }) => projet)) return marks
  const { rows } = await sql<{ client: string; description: string | null }>`
    select "IDCLIENT" as client, "DESCRIPTION" as description from projet
    where company_id = current_setting('app.company_id') and not deleted and "IDCLIENT" = any(${[...byId.keys()]}::text[])`.execute(
    tx,
  )
  for (const { client, description } of rows) {
    const known = byId.get(client)
    if (known) marks.putProject(known, description)
  }
  return marks
}
