import * as Type from 'typebox'
import { ASSET_CODES, ASSET_KINDS, isAssetCode } from '../../../../schemas/assets.ts'
import { defineEntity } from '../../../../schemas/entity.ts'
import { choice, key, longtext, ref, required, words } from '../../../../schemas/fields.ts'
import { answerOf } from '../../../domain/online/answers.ts'
import type { Option } from '../../../forms/fields/search-select.tsx'
import { contentText } from '../../../text/admin/content.ts'
import { adminApi } from '../online/admin-api.ts'
import { defineAdminResource } from '../resource/admin-resource.ts'
import { ResourceForm } from '../resource/resource-form.tsx'
import { ResourceList } from '../resource/resource-list.tsx'
import { AssetTabs } from './asset-tabs.tsx'

const type = defineEntity({
  name: 'asset_type',
  title: 'Type d’élément',
  plural: 'Types d’éléments',
  path: '/admin/assetstype',
  table: 'asset_type',
  key: 'id',
  fields: {
    id: key(),
    code: words('Code', 60, { merge: 'immutable' }),
    LIBELLE: words('Libellé', 120),
    GENRE: required(choice('Genre', ASSET_KINDS, { merge: 'immutable' })),
  },
  label: ({ LIBELLE }) => LIBELLE,
})

const item = defineEntity({
  name: 'asset_item',
  title: 'Élément',
  plural: 'Éléments',
  path: '/admin/assetsitem',
  table: 'asset_item',
  key: 'id',
  fields: {
    id: key(),
    IDASSETTYPE: required(ref('Type', 'asset_type', { merge: 'immutable' })),
    code: required(choice('Élément', ASSET_CODES, { merge: 'immutable' })),
    LIBELLE: words('Libellé', 120),
    VALEUR: required(longtext('Valeur par défaut')),
  },
  label: ({ LIBELLE }) => LIBELLE,
})

const custom = defineEntity({
  name: 'asset_item_custom',
  title: 'Élément de l’entreprise',
  plural: 'Éléments de l’entreprise',
  path: '/admin/assetsitemcustom',
  table: 'asset_item_custom',
  key: 'id',
  fields: {
    id: key(),
    IDASSETITEM: required(ref('Élément', 'asset_item', { merge: 'immutable' })),
    VALEUR: required(longtext('Valeur de l’entreprise')),
  },
  label: ({ VALEUR }) => VALEUR,
})

const Named = Type.Object({ id: Type.String(), code: Type.String(), LIBELLE: Type.String() })
const named = async (path: string, signal: AbortSignal): Promise<Option[]> => {
  const { data } = await adminApi.list(path, Named, { signal })
  return data.map(({ id, LIBELLE, code }) => ({
    value: id,
    label: isAssetCode(code) ? `${LIBELLE} — ${contentText.assetWhere[code]}` : LIBELLE,
  }))
}

const types = defineAdminResource({
  entity: type,
  name: 'assetstype',
  scope: 'platform',
  row: answerOf(type),
  columns: [
    { name: 'LIBELLE', label: type.fields.LIBELLE.label, value: ({ LIBELLE }) => LIBELLE },
    { name: 'code', label: type.fields.code.label, value: ({ code }) => code },
    { name: 'GENRE', label: type.fields.GENRE.label, value: ({ GENRE }) => contentText.genres[GENRE] },
  ],
  by: { sortBy: 'code', sortDesc: false },
  choices: { GENRE: contentText.genres },
  hints: { code: contentText.codeHint, GENRE: contentText.genreHint },
  words: contentText.assetTypes,
})

const items = defineAdminResource({
  entity: item,
  name: 'assetsitem',
  scope: 'platform',
  row: answerOf(item),
  columns: [
    { name: 'LIBELLE', label: item.fields.LIBELLE.label, value: ({ LIBELLE }) => LIBELLE },
    { name: 'code', label: contentText.assetWhereTitle, value: ({ code }) => contentText.assetWhere[code] },
    {
      name: 'IDASSETTYPE',
      label: item.fields.IDASSETTYPE.label,
      value: ({ IDASSETTYPE }, named) => named('IDASSETTYPE', IDASSETTYPE),
    },
    { name: 'VALEUR', label: item.fields.VALEUR.label, value: ({ VALEUR }) => VALEUR },
  ],
  by: { sortBy: 'code', sortDesc: false },
  options: async ({ signal }) => ({ IDASSETTYPE: await named('/admin/assetstype', signal) }),
  choices: { code: contentText.assetWhere },
  hints: { VALEUR: contentText.valueHint },
  words: contentText.assetItems,
})

const customs = defineAdminResource({
  entity: custom,
  name: 'assetsitemcustom',
  scope: 'company',
  row: answerOf(custom),
  columns: [
    {
      name: 'IDASSETITEM',
      label: custom.fields.IDASSETITEM.label,
      value: ({ IDASSETITEM }, named) => named('IDASSETITEM', IDASSETITEM),
    },
    { name: 'VALEUR', label: custom.fields.VALEUR.label, value: ({ VALEUR }) => VALEUR },
  ],
  by: { sortBy: 'IDASSETITEM', sortDesc: false },
  options: async ({ signal }) => ({ IDASSETITEM: await named('/admin/assetsitem', signal) }),
  hints: { VALEUR: contentText.valueHint },
  words: contentText.assetCustoms,
})

export const AssetTypeList = () => (
  <AssetTabs current="assetstype">
    <ResourceList resource={types} />
  </AssetTabs>
)
export const AssetTypeForm = () => <ResourceForm resource={types} />
export const AssetItemList = () => (
  <AssetTabs current="assetsitem">
    <ResourceList resource={items} />
  </AssetTabs>
)
export const AssetItemForm = () => <ResourceForm resource={items} />
export const AssetCustomList = () => (
  <AssetTabs current="assetsitemcustom">
    <ResourceList resource={customs} />
  </AssetTabs>
)
export const AssetCustomForm = () => <ResourceForm resource={customs} />
