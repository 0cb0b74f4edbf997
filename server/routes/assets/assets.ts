import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { ASSET_KINDS, ASSETS, type AssetKind, isAssetCode } from '../../../schemas/assets.ts'
import type { FieldErrors } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import type { Values } from '../../../schemas/merge.ts'
import { messages } from '../../../schemas/messages.ts'
import { ADMIN, PUBLIC } from '../../actor.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { companyOf } from '../../plugins/tenant/tenant.ts'
import { assetKind, companyAssets, hasItems } from '../../repositories/assets.ts'
import { many } from '../shared/answers.ts'
import { crudRoutes } from '../shared/crud-routes.ts'

const code = { schema: Type.String({ pattern: '^[a-z][a-z0-9_-]{0,59}$', maxLength: 60 }), fixed: true } as const
const words = { schema: Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' }) }
const value = { schema: Type.String({ minLength: 1, maxLength: 4000 }) }
const id = { schema: Type.String({ pattern: ID_PATTERN, maxLength: 64 }), fixed: true } as const

/** A path of this host: never another host in disguise (`//…`, `/\…`). */
const isPath = (text: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(text)

/** A path of this host, or an http(s) address: never `javascript:`. */
const isAddress = (text: string): boolean => isPath(text) || (/^https?:\/\/\S+$/.test(text) && URL.canParse(text))

const FITS: Record<AssetKind, (text: string) => boolean> = {
  texte: () => true,
  couleur: (text) => /^#[0-9a-fA-F]{6}$/.test(text),
  // The security policy of the pages shows pictures of this host only.
  image: isPath,
  lien: isAddress,
}

/** Errors in a value of an asset whose kind a query finds. */
async function valueErrors(
  trx: Tx,
  { text, type, item }: { text: unknown; type?: unknown; item?: unknown },
): Promise<FieldErrors> {
  const genre = (await assetKind(trx, { type, item })) as AssetKind | undefined
  if (genre === undefined) return { [type === undefined ? 'IDASSETITEM' : 'IDASSETTYPE']: [messages.choice] }
  return FITS[genre](String(text)) ? {} : { VALEUR: [messages.pattern] }
}

/** An item is one of those that a screen shows, of that one's kind: another would change nothing (SET-06). */
async function itemErrors(trx: Tx, { code, IDASSETTYPE, VALEUR }: Values): Promise<FieldErrors> {
  if (!isAssetCode(code)) return { code: ['Aucun écran ne montre cet élément'] }
  const kind = await assetKind(trx, { type: IDASSETTYPE })
  if (kind !== undefined && kind !== ASSETS[code]) return { IDASSETTYPE: ['Cet élément est d’un autre type'] }
  return valueErrors(trx, { text: VALEUR, type: IDASSETTYPE })
}

const platform = { owner: 'platform', read: ADMIN, write: ADMIN, order: 'code' } as const
const sameCode = { field: 'code', message: 'Ce code existe déjà' }

const types = crudRoutes({
  ...platform,
  path: '/admin/assetstype',
  title: "Types d'éléments visuels",
  name: 'asset_type',
  table: 'asset_type',
  fields: { code, LIBELLE: words, GENRE: { schema: Type.Enum([...ASSET_KINDS]), fixed: true } },
  checkRemoval: async (trx, row) => ((await hasItems(trx, row.id)) ? { _: ['Des éléments sont de ce type'] } : {}),
  broken: { asset_type_code_key: sameCode },
})

const items = crudRoutes({
  ...platform,
  path: '/admin/assetsitem',
  title: 'Éléments visuels par défaut',
  name: 'asset_item',
  table: 'asset_item',
  fields: { IDASSETTYPE: id, code, LIBELLE: words, VALEUR: value },
  check: itemErrors,
  broken: { asset_item_code_key: sameCode },
})

const customItems = crudRoutes({
  path: '/admin/assetsitemcustom',
  title: "Éléments visuels d'une entreprise",
  name: 'asset_item_custom',
  table: 'asset_item_custom',
  owner: 'company',
  read: ADMIN,
  write: ADMIN,
  fields: { IDASSETITEM: id, VALEUR: value },
  order: 'IDASSETITEM',
  check: (trx, row) => valueErrors(trx, { text: row.VALEUR, item: row.IDASSETITEM }),
  broken: {
    asset_item_custom_company_id_IDASSETITEM_key: {
      field: 'IDASSETITEM',
      message: 'Cette entreprise a déjà sa version de cet élément',
    },
  },
})

const Asset = Type.Object({
  code: Type.String(),
  GENRE: Type.Enum([...ASSET_KINDS]),
  LIBELLE: Type.String(),
  VALEUR: Type.String(),
})

/** Assets (API-03): kinds, default items, a company's own items; and the resulting ones for the company of the host, before login too. */
export async function assetRoutes(app: FastifyInstance): Promise<void> {
  await app.register(async (written) => {
    // Before the answer, so that its reader sees the change at once.
    written.addHook('onSend', async (request) => {
      if (request.method !== 'GET') app.companies.forget()
    })
    await written.register(types)
    await written.register(items)
    await written.register(customItems)
  })
  app.get(
    '/assets',
    {
      config: { access: PUBLIC, does: 'reads' },
      schema: { summary: "Éléments visuels de l'entreprise", response: { 200: many(Asset) } },
    },
    async (request) => {
      return { data: await app.db.inTenant(companyOf(request).id, companyAssets) }
    },
  )
}
