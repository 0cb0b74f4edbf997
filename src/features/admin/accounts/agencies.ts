import * as Type from 'typebox'
import { textOrNull } from '../../../domain/online/answers.ts'
import type { Option } from '../../../forms/fields/search-select.tsx'
import { adminApi } from '../online/admin-api.ts'

const Agency = Type.Object({ id: Type.String(), LIBELLE: Type.String(), VILLE: textOrNull, ARCHIVE: Type.Number() })

/** The agencies of a company, as options. */
export async function agencyOptions(companyId: string | null, signal: AbortSignal): Promise<Option[]> {
  if (companyId === null) return []
  const { data } = await adminApi.list('/admin/agencies', Agency, { query: { company_id: companyId }, signal })
  return data.map(({ id, LIBELLE, VILLE, ARCHIVE }) => ({
    value: id,
    label: LIBELLE,
    hint: VILLE ?? undefined,
    archived: ARCHIVE === 1,
  }))
}
