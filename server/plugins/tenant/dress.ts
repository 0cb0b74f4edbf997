import { sql } from 'kysely'
import type { AssetCode } from '../../../schemas/assets.ts'
import type { Tx } from '../database/database.ts'

export type AssetValues = Partial<Record<AssetCode, string>>

/** The value of every asset for the company of the transaction, by code: its own, else the platform's. */
export async function assetValues(tx: Tx): Promise<AssetValues> {
  const { rows } = await sql<{ code: string; value: string }>`
    select i.code, coalesce(own."VALEUR", i."VALEUR") as value from asset_item i
    left join asset_item_custom own on own."IDASSETITEM" = i.id and own.company_id = current_setting('app.company_id')`.execute(
    tx,
  )
  return Object.fromEntries(rows.map(({ code, value }) => [code, value]))
}

interface Undressed {
  COLOR: string | null
  BACKGROUND: string | null
}

/** A company as its screens show it: what its own page says, else its assets (SET-06). */
export const dressed = <C extends Undressed>(company: C, assets: AssetValues) => ({
  ...company,
  COLOR: company.COLOR ?? assets.couleur ?? null,
  BACKGROUND: company.BACKGROUND ?? assets.fond_connexion ?? null,
  ACCUEIL_CONNEXION: assets.accueil_connexion ?? null,
  ACCUEIL_CLIENT: assets.accueil_client ?? null,
  LIEN_CONFIDENTIALITE: assets.lien_confidentialite ?? null,
})
