import { sql } from 'kysely'
import { DEFAULT_ZONE } from '../../schemas/dates.ts'
import { nameKeys } from '../../schemas/rules/duplicates.ts'
import { normalise } from '../../schemas/search.ts'
import type { Tx } from '../plugins/database/database.ts'
import { closedAccounts } from '../repositories/closed-accounts.ts'

/** What a word of a file may mean in the company: the id, `many` for several, null for none. */
type Lookup = (text: string) => string | 'many' | null

export interface KnownNames {
  civilite: Lookup
  origine: Lookup
  agence: Lookup
  personnel: Lookup
  /** The agency of a member of the staff. */
  agenceOf: (personnel: string) => string | null
  /** The company's time zone. */
  zone: string
}

const CIVILITIES = [
  ['m', 'mr', 'monsieur', 'mister'],
  ['mme', 'madame', 'mrs', 'ms', 'mlle', 'mademoiselle'],
  ['m et mme', 'mr et mme', 'm mme', 'mr mme', 'monsieur et madame', 'mr and mrs'],
]

/** Words of a civility that mean the same. */
const civilityWords = (text: string): string[] => CIVILITIES.find((group) => group.includes(text)) ?? [text]

function lookupOf(entries: readonly { id: string; keys: readonly string[] }[], same = (key: string) => [key]): Lookup {
  const byKey = new Map<string, Set<string>>()
  for (const { id, keys } of entries)
    for (const key of keys) if (key !== '') byKey.set(key, (byKey.get(key) ?? new Set()).add(id))
  return (text) => {
    for (const key of [normalise(text), ...same(normalise(text))]) {
      const [first, second] = byKey.get(key) ?? []
      if (first !== undefined) return second === undefined ? first : 'many'
    }
    return null
  }
}

/** The lists and people that lines of a file name. Archived entries are not proposed any more, nor people whose account is closed: they left. */
export async function readKnownNames(tx: Tx): Promise<KnownNames> {
  const { rows: entries } = await sql<{ id: string; list: string; label: string; code: string | null }>`
    select id, "LISTE" as list, "LIBELLE" as label, "CODE" as code from reference
    where company_id = current_setting('app.company_id') and not deleted and "ARCHIVE" = 0
      and "LISTE" in ('CIVILITE', 'ORIGINE', 'AGENCES')`.execute(tx)
  const { rows: people } = await sql<{
    id: string
    NOM: string
    PRENOM: string | null
    mail: string | null
    agence: string | null
  }>`select "IDPERSONNEL" as id, "NOM", "PRENOM", "MAIL" as mail, "IDAGENCE" as agence from personnel
    where company_id = current_setting('app.company_id') and not deleted
      and "IDPERSONNEL" <> all(${await closedAccounts(tx)}::text[])`.execute(tx)
  const { rows: companies } = await sql<{ zone: string | null }>`select "FUSEAU" as zone from company
    where id = current_setting('app.company_id')`.execute(tx)
  const list = (name: string, same?: (key: string) => string[]): Lookup =>
    lookupOf(
      entries
        .filter((entry) => entry.list === name)
        .map(({ id, label, code }) => ({ id, keys: [normalise(label), normalise(code ?? '')] })),
      same,
    )
  const agencies = new Map(people.map(({ id, agence }) => [id, agence]))
  return {
    civilite: list('CIVILITE', civilityWords),
    origine: list('ORIGINE'),
    agence: list('AGENCES'),
    personnel: lookupOf(people.map((one) => ({ id: one.id, keys: [...nameKeys(one), normalise(one.mail ?? '')] }))),
    agenceOf: (id) => agencies.get(id) ?? null,
    zone: companies[0]?.zone ?? DEFAULT_ZONE,
  }
}
