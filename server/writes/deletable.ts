import { sql } from 'kysely'
import { seesAgencies } from '../../schemas/access.ts'
import { type Origine, SIGNED_ORIGINES } from '../../schemas/entities/fichier.ts'
import { AppError, unauthorized } from '../../schemas/errors.ts'
import { ADDRESS_IN_USE, fileRefusal, SIGNED_PV, SIGNED_QUOTE, worksRefusal } from '../../schemas/rules/deletion.ts'
import { readRow, type StoredRow } from '../repositories/rows.ts'
import type { WriteContext } from './write-types.ts'

async function exists(ctx: WriteContext, table: string, where: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)}
    where company_id = current_setting('app.company_id') and not deleted and ${where} limit 1`.execute(ctx.tx)
  return rows.length > 0
}

const refuse = (message: string): AppError => new AppError('VALIDATION_ERROR', message, { errors: { _: [message] } })

const isSigned = sql`"ORIGINE" = any(${[...SIGNED_ORIGINES]}::text[])`

const pvOf = (intervention: unknown) =>
  sql`"RESSOURCE" = 'intervention' and "IDENREGISTREMENT" = ${intervention} and ${isSigned}`

/** Throws 422 for a client with projects, an address that something has, and for anything under a signed quote or PV. */
export async function assertDeletable(ctx: WriteContext, row: StoredRow): Promise<void> {
  const signed = (projet: unknown) => sql`"IDPROJET" = ${projet} and "DEVIS_SIGNE" = 1`
  switch (ctx.mutation.resource) {
    case 'client':
      if (await exists(ctx, 'projet', sql`"IDCLIENT" = ${row.id}`)) throw refuse('Ce client a des projets.')
      return
    case 'projet':
      if (await exists(ctx, 'devis', signed(row.id))) throw refuse(SIGNED_QUOTE)
      if (await exists(ctx, 'fichier', sql`"IDPROJET" = ${row.id} and ${isSigned}`)) throw refuse(SIGNED_PV)
      return
    case 'fichier': {
      const hasPv = await exists(ctx, 'fichier', pvOf(row.record.IDENREGISTREMENT))
      const refusal = fileRefusal(row.record.ORIGINE as Origine, hasPv)
      if (refusal !== null) throw new AppError('IMMUTABLE', refusal)
      if (row.createdBy !== ctx.actor.staff.id && !seesAgencies(ctx.actor.staff)) throw unauthorized()
      return
    }
    case 'intervention': {
      if (await exists(ctx, 'fichier', pvOf(row.id))) throw refuse('Cette intervention a un PV signé.')
      const devis = row.record.IDDEVIS as string | null
      const quote = devis ? await readRow(ctx.tx, { resource: 'devis', id: devis }) : null
      const refusal = worksRefusal((quote?.record ?? null) as Parameters<typeof worksRefusal>[0])
      if (refusal !== null) throw refuse(refusal)
      return
    }
    case 'soumission': {
      const projet = row.record.IDPROJET as string | null
      if (projet && (await exists(ctx, 'devis', signed(projet)))) throw refuse(SIGNED_QUOTE)
      return
    }
    case 'adresse': {
      const chantier = sql`"DEVIS_SIGNE" = 1 and "IDPROJET" in (select p."IDPROJET" from projet p
        where p.company_id = devis.company_id and p."ADRESSE_CHANTIER" = ${row.id} and not p.deleted)`
      if (await exists(ctx, 'devis', chantier)) throw refuse("C'est l'adresse d'un chantier dont le devis est signé.")
      // A deleted appointment is only hidden; it has no place to lose.
      if (
        (await exists(ctx, 'client', sql`"IDADRESSE" = ${row.id}`)) ||
        (await exists(ctx, 'projet', sql`"ADRESSE_CHANTIER" = ${row.id}`)) ||
        (await exists(ctx, 'rdv', sql`"IDADRESSE" = ${row.id} and "SUPPRIME" <> 1`))
      )
        throw refuse(ADDRESS_IN_USE)
    }
  }
}
