import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'

/** Something about a client that the number does not show: the postcode of their site (or theirs) and the number of a quote that they were given. */
export interface SpaceProof {
  CODE_POSTAL: string
  NUMERO_DEVIS: string
}

/** How a number came to open a client's space: only this client had it, a proof, or the company's staff said so. */
type HowKnown = 'seul' | 'preuve' | 'entreprise'

/** Clients whose space this number has opened before. @param phone national digits */
export async function knownClients(tx: Tx, phone: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select client_id as id from space_number
    where company_id = current_setting('app.company_id') and phone = ${phone}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** From now on this number opens this client's space, even if others have it too. */
export const knowNumber = (tx: Tx, { clientId, phone, how }: { clientId: string; phone: string; how: HowKnown }) =>
  sql`insert into space_number (company_id, client_id, phone, how)
    values (current_setting('app.company_id'), ${clientId}, ${phone}, ${how}) on conflict do nothing`.execute(tx)

/** The client whom the proof fits; null for none. Numbers of quotes are said aloud by people: case and spaces do not count. */
export async function provenClient(tx: Tx, clients: readonly string[], proof: SpaceProof): Promise<string | null> {
  const number = proof.NUMERO_DEVIS.replace(/\s/g, '').toUpperCase()
  const { rows } = await sql<{ id: string }>`select d."IDCLIENT" as id from devis d
    join projet p on p.company_id = d.company_id and p."IDPROJET" = d."IDPROJET"
    join client c on c.company_id = d.company_id and c."IDCLIENT" = d."IDCLIENT"
    left join adresse site on site.company_id = p.company_id and site."IDADRESSE" = p."ADRESSE_CHANTIER"
    left join adresse home on home.company_id = c.company_id and home."IDADRESSE" = c."IDADRESSE"
    where d.company_id = current_setting('app.company_id') and d."IDCLIENT" = any(${[...clients]}::text[])
      and upper(d."NUMERO_DEVIS") = ${number} and d."DATE_TRANSMISSION" is not null and not d.deleted
      and coalesce(site."CODE_POSTAL", home."CODE_POSTAL") = ${proof.CODE_POSTAL.trim()} limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

/** Numbers of quotes are consecutive and postcodes are few, so guesses are counted by phone number, over all of its codes. */
const MOST_PROOFS_A_DAY = 10

export async function mayProve(tx: Tx, phone: string): Promise<boolean> {
  const { rows } = await sql<{
    count: number
  }>`select coalesce(sum(proof_tries), 0)::integer as count from otp_challenge
    where company_id = current_setting('app.company_id') and phone = ${phone} and purpose = 'login'
      and created_at > now() - interval '1 day'`.execute(tx)
  return (rows[0]?.count ?? 0) < MOST_PROOFS_A_DAY
}

export const countProof = (tx: Tx, challengeId: string) =>
  sql`update otp_challenge set proof_tries = proof_tries + 1
    where company_id = current_setting('app.company_id') and id = ${challengeId}`.execute(tx)
