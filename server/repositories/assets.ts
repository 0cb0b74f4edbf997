import { type RawBuilder, sql } from 'kysely'
import type { Values } from '../../schemas/merge.ts'
import type { Tx } from '../plugins/database/database.ts'

/** GENRE of a type of assets, or of the type of an item; undefined for an unknown id. */
export async function assetKind(
  tx: Tx,
  { type, item }: { type?: unknown; item?: unknown },
): Promise<string | undefined> {
  const { rows } = await (type === undefined
    ? sql<{ GENRE: string }>`select t."GENRE" from asset_item i join asset_type t on t.id = i."IDASSETTYPE"
        where i.id = ${item}`.execute(tx)
    : sql<{ GENRE: string }>`select "GENRE" from asset_type where id = ${type}`.execute(tx))
  return rows[0]?.GENRE
}

/** Whether some item is of this type. */
export async function hasItems(tx: Tx, typeId: unknown): Promise<boolean> {
  const { rows } = await sql`select 1 from asset_item where "IDASSETTYPE" = ${typeId} limit 1`.execute(tx)
  return rows.length > 0
}

/** Every asset as the company shows it: its own value, else the default. */
export async function companyAssets(tx: Tx): Promise<Values[]> {
  const { rows } = await sql<Values>`select i.code, t."GENRE", i."LIBELLE", coalesce(c."VALEUR", i."VALEUR") as "VALEUR"
    from asset_item i join asset_type t on t.id = i."IDASSETTYPE"
    left join asset_item_custom c on c."IDASSETITEM" = i.id and c.company_id = current_setting('app.company_id')
    order by i.code`.execute(tx)
  return rows
}

/** In a statement: the colour of the transaction's company, `company` being the name of its row there; else that of its assets (SET-06). */
export const shownColor = (company: string): RawBuilder<string | null> =>
  sql`coalesce(${sql.ref(`${company}.COLOR`)}, (select coalesce(own."VALEUR", i."VALEUR") from asset_item i
    left join asset_item_custom own on own."IDASSETITEM" = i.id and own.company_id = current_setting('app.company_id', true)
    where i.code = 'couleur'))`
